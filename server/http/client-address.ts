import { BlockList, isIP } from "node:net"

/** The header in which the rest of the program finds the client's address; clients cannot set it. */
export const CLIENT_ADDRESS_HEADER = "x-pushcart-client-address"

/** Reverse proxies whose forwarding headers are trusted. */
export type TrustedProxies = { includes(address: string): boolean }

/** Reads `TRUSTED_PROXY`: single addresses and networks such as `10.0.0.0/8`. */
export function trustedProxies(entries: readonly string[]): TrustedProxies {
  if (entries.length === 0) return { includes: () => false }
  const known = new BlockList()
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/")
    const family = isIP(address) === 6 ? "ipv6" : "ipv4"
    if (bits) known.addSubnet(address, Number(bits), family)
    else known.addAddress(address, family)
  }
  return {
    includes(address) {
      const plain = withoutMapping(address)
      return isIP(plain) !== 0 && known.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4")
    },
  }
}

/**
 * Restores what the browser sent: the scheme from a trusted proxy (React Router compares it with Origin), and the
 * client's address in our own header, overwriting the client's value. Returns the same request unless its URL changes,
 * because a new request would read its body through a stream.
 */
export function asClientSent(request: Request, peer: string, proxies: TrustedProxies): Request {
  const { headers } = request
  const trusted = proxies.includes(peer)
  headers.set(CLIENT_ADDRESS_HEADER, trusted ? forwardedFor(request, peer, proxies) : withoutMapping(peer))
  const scheme = headers.get("x-forwarded-proto")?.split(",")[0]?.trim()
  if (!trusted || (scheme !== "https" && scheme !== "http")) return request
  const url = new URL(request.url)
  if (url.protocol === `${scheme}:`) return request
  url.protocol = `${scheme}:`
  return new Request(url, {
    method: request.method,
    headers,
    body: request.body,
    signal: request.signal,
    redirect: "manual",
  })
}

/** The last address of the chain that is not our proxy: clients can forge everything before it. */
function forwardedFor(request: Request, peer: string, proxies: TrustedProxies): string {
  const chain = (request.headers.get("x-forwarded-for") ?? "").split(",").map((part) => part.trim())
  const client = chain
    .filter((part) => isIP(withoutMapping(part)) !== 0)
    .findLast((part) => !proxies.includes(part))
  return withoutMapping(client ?? peer)
}

function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "")
}

/** The client's address as `asClientSent` found it. */
export function clientAddress(request: Request): string {
  return request.headers.get(CLIENT_ADDRESS_HEADER) ?? ""
}
