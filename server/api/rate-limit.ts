import { createMiddleware } from "hono/factory"
import { DomainError } from "#core/errors.ts"
import type { Runtime } from "#server/compose.ts"
import { clientAddress } from "#server/http/client-address.ts"
import type { HttpEnv } from "#server/http/security-headers.ts"
import { problem } from "./problem.ts"

const WINDOW_MS = 60_000

type Count = { used: number; resetsAt: number }

/**
 * So many calls a minute from one person (or one address, for nobody in particular), told in the standard headers.
 * Counted in this process: it keeps a runaway script off the others and costs no query. What can be guessed is
 * counted in the database, by the commands themselves.
 */
export function rateLimit(runtime: Runtime) {
  const limit = runtime.env.API_REQUESTS_PER_MINUTE
  const counts = new Map<string, Count>()
  return createMiddleware<HttpEnv>(async (c, next) => {
    const { session } = await c.get("caller")()
    const key = session ? `${session.role}:${session.userId}` : clientAddress(c.req.raw)
    const now = Date.now()
    const count = countOf(counts, key, now)
    count.used += 1
    const seconds = Math.max(1, Math.ceil((count.resetsAt - now) / 1000))
    if (count.used > limit) c.res = problem(tooMany(seconds))
    else await next()
    c.header("RateLimit-Limit", String(limit))
    c.header("RateLimit-Remaining", String(Math.max(0, limit - count.used)))
    c.header("RateLimit-Reset", String(seconds))
  })
}

function countOf(counts: Map<string, Count>, key: string, now: number): Count {
  const known = counts.get(key)
  if (known && known.resetsAt > now) return known
  if (counts.size > 10_000) for (const [old, { resetsAt }] of counts) if (resetsAt <= now) counts.delete(old)
  const fresh = { used: 0, resetsAt: now + WINDOW_MS }
  counts.set(key, fresh)
  return fresh
}

const tooMany = (seconds: number) =>
  new DomainError("rate_limited", `Too many calls. Please wait ${seconds} seconds.`, undefined, {
    retryAfterSeconds: seconds,
  })
