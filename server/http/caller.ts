import { createMiddleware } from "hono/factory"
import { findSession, type LiveSession, stillLives } from "#core/accounts/find-session.server.ts"
import { findVisitor, type Visitor } from "#core/accounts/find-visitor.server.ts"
import type { Actor, Context } from "#core/context.ts"
import type { Runtime } from "#server/compose.ts"
import { type RememberedSessions, rememberedSessions } from "./remembered-sessions.ts"
import type { HttpEnv } from "./security-headers.ts"

/** Who asks: the session's person in the session's role, or nobody. */
export type Caller = { actor: Actor; session: LiveSession | null; news?: Visitor["news"] }

/** Asks who the caller is; the first to ask says whether what a page's frame tells of them is wanted too. */
export type AskCaller = (wanted?: { news: boolean }) => Promise<Caller>

/**
 * Whose session this was when it was last asked after, for a handler whose first act is a statement: `db` asks again
 * ahead of that. The handler's answer may only be given out where the claim `stands`.
 */
export type Claim = { session: LiveSession; db: Context["db"]; stands(): Promise<boolean> }
/** Null for whoever is not remembered. */
export type AskClaim = () => Promise<Claim | null>

const NOBODY: Caller = { actor: { role: "anonymous" }, session: null }

/** The session's person in the session's role; nobody without one. */
export const callerOf = (session: LiveSession | null): Caller =>
  session ? { actor: { role: session.role, userId: session.userId }, session } : NOBODY

/** Lets handlers ask who the caller is. Looked up at most once a request, and only when somebody asks. */
export function callers(runtime: Runtime) {
  const remembered = rememberedSessions()
  return createMiddleware<HttpEnv>(async (c, next) => {
    let token: Promise<string | null> | undefined
    let caller: Promise<Caller> | undefined
    let claim: Promise<Claim | null> | undefined
    const tokenOnce = () => {
      token ??= runtime.ports.sessions.token(c.req.raw)
      return token
    }
    c.set("caller", (wanted = { news: false }) => {
      caller ??= tokenOnce().then((given) => identify(runtime, remembered, given, wanted))
      return caller
    })
    c.set("claim", () => {
      claim ??= tokenOnce().then((given) => claimed(runtime, remembered, given))
      return claim
    })
    await next()
  })
}

async function identify(
  runtime: Runtime,
  remembered: RememberedSessions,
  token: string | null,
  wanted: { news: boolean },
): Promise<Caller> {
  if (!token) return NOBODY
  const ctx = runtime.contextFor({ role: "anonymous" })
  const visitor = wanted.news ? await findVisitor(ctx, { token }) : undefined
  const session = visitor ? visitor.session : wanted.news ? null : await findSession(ctx, { token })
  remembered.note(token, session)
  return { ...callerOf(session), ...(visitor ? { news: visitor.news } : {}) }
}

function claimed(runtime: Runtime, remembered: RememberedSessions, token: string | null): Claim | null {
  const session = token ? remembered.of(token) : undefined
  if (!token || !session) return null
  const ctx = runtime.contextFor({ role: "anonymous" })
  const { db, holds } = runtime.database.on(stillLives(ctx, token, session))
  return {
    ...{ session, db },
    async stands() {
      const isStanding = await holds()
      if (!isStanding) remembered.note(token, null)
      return isStanding
    },
  }
}
