import type { TrustedProxies } from "./client-address.ts"
import { FOR_MACHINES } from "./own-hosts.ts"
import { withParsableUrl } from "./with-parsable-url.ts"

type Site = { publicUrl: string; isPublic: boolean; proxies: TrustedProxies }

/**
 * The response to requests that are rejected before routing: a request to act as a proxy, one for two hosts (RFC 9112),
 * and, on a public site, one that a proxy received without TLS. undefined for all others.
 */
export function rejectedRequest(request: Request, peer: string, site: Site): Response | undefined {
  if (request.method === "CONNECT") return plain(405, "Pushcart is no proxy.", { allow: "GET, HEAD, POST" })
  if (request.headers.get("host")?.includes(",")) return plain(400, "A request names one host.")
  if (!site.isPublic || !site.publicUrl.startsWith("https:") || !isWithoutTls(request, peer, site)) return
  const { pathname, search } = new URL(withParsableUrl(request).url)
  if (FOR_MACHINES.has(pathname)) return
  if (request.method !== "GET" && request.method !== "HEAD")
    return plain(403, "Nothing was changed: send this by https.")
  return plain(308, "Pushcart is reached by https.", {
    location: new URL(site.publicUrl).origin + pathname + search,
  })
}

/** Trusts only a proxy's header; a request that came without a proxy is internal, such as a health check. */
function isWithoutTls({ headers }: Request, peer: string, { proxies }: Site): boolean {
  return proxies.includes(peer) && headers.get("x-forwarded-proto")?.split(",")[0]?.trim() === "http"
}

const plain = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(text, {
    status,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      ...headers,
    },
  })
