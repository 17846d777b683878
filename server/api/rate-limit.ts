import { createMiddleware } from "hono/factory"
import { MINUTE_MS } from "#core/durations.ts"
import { DomainError } from "#core/errors.ts"
import { networksOf } from "#core/identity/networks.ts"
import { tellSecurity } from "#core/security-log.server.ts"
import type { Runtime } from "#server/compose.ts"
import { clientAddress } from "#server/http/client-address.ts"
import type { HttpEnv } from "#server/http/http-env.ts"
import { countCall } from "./call-counter.ts"
import { problem } from "./problem.ts"

const WINDOW_MS = MINUTE_MS

/**
 * Limits calls per minute by person, or by address and network without one, and reports it in the standard headers. It
 * protects others from a runaway script and must not cost a query, so it does not use the limits of
 * core/identity/rate-limit.server.ts, with which commands count guesses in the database.
 */
export function rateLimit(runtime: Runtime) {
  const limit = runtime.env.API_REQUESTS_PER_MINUTE
  return createMiddleware<HttpEnv>(async (c, next) => {
    const { session } = await c.get("caller")()
    const counted = session
      ? [{ name: `${session.actor.role}:${session.actor.userId}`, times: 1 }]
      : networksOf(clientAddress(c.req.raw))
    const { left, resetsAt } = await countCall(runtime.apiCalls, counted, { limit, windowMs: WINDOW_MS })
    const seconds = Math.max(1, Math.ceil((resetsAt - Date.now()) / 1000))
    if (left >= 0) await next()
    else {
      const { role, userId } = session?.actor ?? { role: "anonymous" as const, userId: null }
      tellSecurity("limit.reached", { role, userId, limit: "call the API" })
      c.res = problem(tooMany(seconds))
    }
    c.header("RateLimit-Limit", String(limit))
    c.header("RateLimit-Remaining", String(Math.max(0, left)))
    c.header("RateLimit-Reset", String(seconds))
  })
}

const tooMany = (seconds: number) =>
  new DomainError("rate_limited", `Too many calls. Please wait ${seconds} seconds.`, undefined, {
    retryAfterSeconds: seconds,
  })
