import { createMiddleware } from "hono/factory"
import { findSession, type LiveSession } from "#core/accounts/find-session.server.ts"
import type { Actor } from "#core/context.ts"
import type { Runtime } from "#server/compose.ts"
import type { HttpEnv } from "./security-headers.ts"

/** Who asks: the session's person in the session's role, or nobody. */
export type Caller = { actor: Actor; session: LiveSession | null }

const NOBODY: Caller = { actor: { role: "anonymous" }, session: null }

/** Lets handlers ask who the caller is. Looked up at most once a request, and only when somebody asks. */
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
  if (!token) return NOBODY
  const session = await findSession(runtime.contextFor({ role: "anonymous" }), { token })
  return session ? { actor: { role: session.role, userId: session.userId }, session } : NOBODY
}
