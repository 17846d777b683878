import { type Context, Hono } from "hono"

/** The sandbox's pages are plain forms with their own style and no script. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

/**
 * Forwards requests under `mount` to the Stripe sandbox at `target`, so that a browser needs only the app's own origin.
 * Not mounted in production.
 */
export function sandboxProxy(target: string, mount: string): Hono {
  const pass = async (c: Context) => {
    const url = new URL(c.req.url)
    const path = url.pathname.slice(mount.length) || "/"
    const headers = new Headers(c.req.raw.headers)
    headers.delete("host")
    // Marks the request as proxied: the sandbox then disables its own controls (clock, failures), regardless of how
    // their paths are spelled, because only programs that connect directly may use them.
    headers.set("via", "1.1 pushcart")
    // The payment provider must not see the site's own cookies.
    headers.delete("cookie")
    headers.delete("accept-encoding")
    const answer = await fetch(`${target}${path}${url.search}`, {
      method: c.req.method,
      headers,
      body: c.req.raw.body,
      redirect: "manual",
    })
    const sent = new Headers(answer.headers)
    if (sent.get("content-type")?.startsWith("text/html")) sent.set("content-security-policy", PAGE_POLICY)
    return new Response(answer.body, { status: answer.status, headers: sent })
  }
  return new Hono().all(mount, pass).all(`${mount}/*`, pass)
}
