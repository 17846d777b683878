import type { Context } from "hono"
import { HTTPException } from "hono/http-exception"
import { BROKEN_WORDS } from "#app/error-words.ts"
import { log } from "#core/log.server.ts"
import { OUTAGE_RETRY_SECONDS } from "#core/operations/database-outage.ts"
import type { HttpEnv } from "./http-env.ts"

/**
 * The page for errors before the site's own layout could be rendered: the layout needs the person from the database,
 * which may be down. It depends on nothing else and uses the wording of the site's own error page.
 */
export function brokenPage(error: Error, c: Context<HttpEnv>): Response {
  if (error instanceof HTTPException) return error.getResponse()
  log.error("request.failed", { error })
  return apology(c)
}

/** The plain error page, for routes without a layout whose error was already logged. */
export function apology(c: Context<HttpEnv>): Response {
  const answer = c.html(draw(c.get("requestId"), c.get("nonce")), 503)
  answer.headers.set("Retry-After", String(OUTAGE_RETRY_SECONDS))
  answer.headers.set("Cache-Control", "no-store")
  return answer
}

/** Whether this is React Router's response for a route without a page of its own that failed, or had no database. */
export const isBareError = (answer: Response): boolean =>
  answer.status >= 500 && /^(text\/plain|$)/.test(answer.headers.get("content-type") ?? "")

const { title, text, number } = BROKEN_WORDS

const draw = (requestId: string, nonce: string) => `<!doctype html>
<html lang="en-US"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} — Pushcart</title>
<style nonce="${nonce}">
:root { color-scheme: light dark }
body { font: 1.0625rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 18vh auto 0; padding: 0 1.25rem; background: #faf6ec; color: #1d2a20 }
a { color: #1f6b3a; font-weight: 600 }
code { overflow-wrap: anywhere }
@media (prefers-color-scheme: dark) { body { background: #0f1711; color: #e9efe6 } a { color: #8fd6a5 } }
</style></head>
<body><main><h1>${title}</h1><p>${text}</p><p>${number} <code>${requestId}</code></p><p><a href="/home">See the markets</a></p></main></body></html>
`
