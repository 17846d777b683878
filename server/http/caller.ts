import { createMiddleware } from "hono/factory"
import { findSession, type LiveSession } from "#core/accounts/find-session.server.ts"
import { findVisitor, type Visitor } from "#core/accounts/find-visitor.server.ts"
import type { Actor } from "#core/context.ts"
import type { Runtime } from "#server/compose.ts"
import type { HttpEnv } from "./security-headers.ts"

/** Who asks: the session's person in the session's role, or nobody. */
export type Caller = { actor: Actor; session: LiveSession | null; news?: Visitor["news"] }

/** Asks who the caller is; the first to ask says whether what a page's frame tells of them is wanted too. */
export type AskCaller = (wanted?: { news: boolean }) => Promise<Caller>

const NOBODY: Caller = { actor: { role: "anonymous" }, session: null }

/** The session's person in the session's role; nobody without one. */
export const callerOf = (session: LiveSession | null): Caller =>
  session ? { actor: { role: session.role, userId: session.userId }, session } : NOBODY

/** Lets handlers ask who the caller is. Looked up at most once a request, and only when somebody asks. */
export function callers(runtime: Runtime) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    let caller: Promise<Caller> | undefined
    c.set("caller", (wanted = { news: false }) => {
      caller ??= identify(runtime, c.req.raw, wanted)
      return caller
    })
    await next()
  })
}

async function identify(runtime: Runtime, request: Request, wanted: { news: boolean }): Promise<Caller> {
  const token = await runtime.ports.sessions.token(request)
  if (!token) return NOBODY
  const ctx = runtime.contextFor({ role: "anonymous" })
  const visitor = wanted.news ? await findVisitor(ctx, { token }) : undefined
  const session = visitor ? visitor.session : wanted.news ? null : await findSession(ctx, { token })
  return { ...callerOf(session), ...(visitor ? { news: visitor.news } : {}) }
}
