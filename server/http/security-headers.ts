import { createMiddleware } from "hono/factory"
import { asSecure } from "#core/cookies.ts"
import type { Env } from "#server/config/env.ts"
import type { HttpEnv } from "./http-env.ts"
import { outsideOrigins } from "./outside-origins.ts"

/**
 * One content security policy for the whole site, because client navigation keeps the policy of the first document.
 * Outside origins are listed only for the providers that are configured.
 */
export function contentSecurityPolicy(
  env: Env,
  options: { development: boolean },
): (nonce: string) => string {
  const directives: Record<string, string[]> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", "'nonce-{nonce}'"],
    // Vite adds its own style elements in development; a nonce would disable 'unsafe-inline'.
    "style-src": ["'self'", options.development ? "'unsafe-inline'" : "'nonce-{nonce}'"],
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...(options.development ? ["ws:"] : [])],
    "frame-src": ["'self'"],
    "worker-src": ["'self'", "blob:"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
    "base-uri": ["'self'"],
    "object-src": ["'none'"],
  }
  const outside = outsideOrigins(env)
  const policy = Object.entries(directives)
    .map(([name, sources]) => [name, ...sources, ...outside(name)].join(" "))
    .join("; ")
  return (nonce) => policy.replaceAll("{nonce}", nonce)
}

/** Sent with TLS only: browsers then request no URL of the site without TLS. */
export const HSTS = { "strict-transport-security": "max-age=31536000; includeSubDomains" }

/** Gives every request a nonce, and every response its request id and security headers. */
export function securityHeaders(env: Env, options: { development: boolean }) {
  const policy = contentSecurityPolicy(env, options)
  return createMiddleware<HttpEnv>(async (c, next) => {
    const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64")
    c.set("nonce", nonce)
    await next()
    const { headers } = c.res
    const set = (name: string, value: string) => {
      if (!headers.has(name)) headers.set(name, value)
    }
    set("x-request-id", c.get("requestId"))
    set("content-security-policy", policy(nonce))
    set("x-content-type-options", "nosniff")
    set("x-frame-options", "DENY")
    // React Router rejects forms whose Origin is null, which no-referrer would cause.
    set("referrer-policy", "strict-origin-when-cross-origin")
    set("permissions-policy", "camera=(self), geolocation=(self), microphone=(), payment=(self)")
    set("cross-origin-opener-policy", "same-origin-allow-popups")
    // No other site may embed a response; images for emails and other sites set their own header.
    set("cross-origin-resource-policy", "same-origin")
    if (!c.req.url.startsWith("https:")) return
    for (const [name, value] of Object.entries(HSTS)) set(name, value)
    secureCookies(headers)
  })
}

/** With TLS, marks every cookie Secure, regardless of what set it. */
function secureCookies(headers: Headers): void {
  const cookies = headers.getSetCookie()
  headers.delete("set-cookie")
  for (const cookie of cookies) headers.append("set-cookie", asSecure(cookie))
}
