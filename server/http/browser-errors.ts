import { Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { z } from "zod"
import { MINUTE_MS } from "#core/durations.ts"
import { networksOf } from "#core/identity/networks.ts"
import { log } from "#core/log.server.ts"
import { type CallCounter, countCall } from "#server/api/call-counter.ts"
import { clientAddress } from "./client-address.ts"
import type { HttpEnv } from "./http-env.ts"
import { isOwnOrigin } from "./own-origin.ts"

const LARGEST_BYTES = 8_192
const WINDOW_MS = MINUTE_MS
const MOST_IN_WINDOW = 10

const report = z.object({
  kind: z.enum(["error", "rejection", "policy"]),
  message: z.string().max(2_000),
  stack: z.string().max(2_000),
  page: z.string().max(500),
  build: z.string().regex(/^[\w.-]{1,80}$/),
})

/**
 * `POST /browser-errors`: errors on people's pages, reported by the page script. Anyone can send anything here, so
 * reports are short, rate limited by address, and only logged, with the page's route pattern (not its URL) and the
 * browser's engine.
 */
export function browserErrors(apiCalls: CallCounter, pageOf: (path: string) => string): Hono<HttpEnv> {
  const small = bodyLimit({ maxSize: LARGEST_BYTES, onError: (c) => c.body(null, 413) })
  return new Hono<HttpEnv>().post("/browser-errors", small, async (c) => {
    if (!isOwnOrigin(c.req.raw)) return c.body(null, 403)
    if (await isTooMany(apiCalls, clientAddress(c.req.raw))) return c.body(null, 429)
    const sent = report.safeParse(await c.req.json().catch(() => null))
    if (!sent.success) return c.body(null, 422)
    const { kind, message, stack, page, build } = sent.data
    const error = Object.assign(new Error(message), { name: kind, stack })
    log.warn("browser.error", {
      page: pageOf(page),
      build,
      engine: engineOf(c.req.header("user-agent")),
      error,
    })
    return c.body(null, 204)
  })
}

async function isTooMany(apiCalls: CallCounter, address: string): Promise<boolean> {
  const names = networksOf(address).map(({ name, times }) => ({ name: `browser-errors:${name}`, times }))
  return (await countCall(apiCalls, names, { limit: MOST_IN_WINDOW, windowMs: WINDOW_MS })).left < 0
}

/** The order matters: Chrome's user agent contains Safari's name too. */
const ENGINES = [
  [/Firefox\/(\d+)/, "Gecko"],
  [/Chrome\/(\d+)/, "Blink"],
  [/Version\/(\d+).* Safari\//, "WebKit"],
  [/AppleWebKit\/(\d+)/, "WebKit"],
] as const

/** The engine and its version only, since the rest of the user agent could identify a person. */
function engineOf(userAgent = ""): string {
  for (const [pattern, name] of ENGINES) {
    const version = pattern.exec(userAgent)?.[1]
    if (version) return `${name} ${version}`
  }
  return "unknown"
}
