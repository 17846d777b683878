import { createMiddleware } from "hono/factory"
import { type SecurityEvent, tellSecurity } from "#core/security-log.server.ts"

/** Whether a request comes from a page of this site, or from no page at all (a script, an app). */
export function isOwnOrigin(request: Request): boolean {
  const origin = request.headers.get("origin")
  if (origin !== null) return origin === new URL(request.url).origin
  // Browsers send Origin with every POST; for a GET that changes something, they send this header.
  const site = request.headers.get("sec-fetch-site")
  return site === null || site === "same-origin" || site === "none"
}

/** Logs a request from another site's page, with that site's origin. */
export function tellForeign(
  event: Extract<SecurityEvent, `${string}.from_another_site`>,
  { headers }: Request,
): void {
  tellSecurity(event, { role: "anonymous", from: headers.get("origin")?.slice(0, 100) ?? null })
}

/** Rejects a form from another site's page, before React Router does so and logs a fault with its stack. */
export const ownForms = createMiddleware(async (c, next) => {
  const { method } = c.req
  const changes = method !== "GET" && method !== "HEAD" && method !== "OPTIONS"
  if (!changes || isOwnOrigin(c.req.raw)) return next()
  tellForeign("form.from_another_site", c.req.raw)
  c.header("Cache-Control", "no-store")
  return c.html(REJECTION, 403)
})

const REJECTION = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Not sent — Pushcart</title>
</head>
<body>
<h1>This form came from another site</h1>
<p>Nothing was changed. Please open the page on Pushcart and send the form from there.</p>
<p><a href="/Welcome">Go to Pushcart</a></p>
</body>
</html>
`
