import { createMiddleware } from "hono/factory"
import { findSession, type LiveSession } from "#core/identity/find-session.server.ts"
import type { Runtime } from "#server/compose.ts"
import type { Caller, HttpEnv } from "./http-env.ts"

const NOBODY: Caller = { actor: { role: "anonymous" }, session: null }

/** The session's person in the session's role; anonymous without a session. */
export const callerOf = (session: LiveSession | null): Caller =>
  session ? { actor: session.actor, session } : NOBODY

/** Gives handlers the caller. Looked up on first use, at most once per request. */
export function callers(runtime: Runtime) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    let caller: Promise<Caller> | undefined
    c.set("caller", () => {
      caller ??= identify(runtime, c.req.raw)
      return caller
    })
    await next()
  })
}

async function identify(runtime: Runtime, request: Request): Promise<Caller> {
  const token = await runtime.ports.sessions.token(request)
  return token ? callerOf(await findSession(runtime.contextFor({ role: "anonymous" }), { token })) : NOBODY
}
