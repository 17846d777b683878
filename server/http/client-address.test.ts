import { expect, it } from "vitest"
import { asClientSent, clientAddress, trustedProxies } from "./client-address.ts"

const proxies = trustedProxies(["10.0.0.0/8", "::1"])
const sent = (peer: string, headers: Record<string, string>) =>
  asClientSent(new Request("http://pushcart.example/login?a=b", { headers }), peer, proxies)
const forged = {
  "x-forwarded-proto": "https",
  "x-forwarded-for": "203.0.113.1, 198.51.100.7",
  "x-pushcart-client-address": "192.0.2.66",
}

it("believes a stranger neither a scheme nor an address, whatever the headers say", {
  tags: ["SEC-5"],
}, () => {
  const request = sent("198.51.100.9", forged)
  expect([new URL(request.url).protocol, clientAddress(request)]).toEqual(["http:", "198.51.100.9"])
})

it("takes scheme and address from a trusted proxy, and the last address that no proxy of ours wrote itself", {
  tags: ["SEC-5"],
}, () => {
  for (const peer of ["10.1.2.3", "::ffff:10.1.2.3", "::1"]) {
    const request = sent(peer, { ...forged, "x-forwarded-for": "203.0.113.1, 198.51.100.7, 10.9.9.9" })
    expect(request.url).toBe("https://pushcart.example/login?a=b")
    expect(clientAddress(request)).toBe("198.51.100.7")
  }
})

it("believes nobody where no proxy is named", { tags: ["SEC-5"] }, () => {
  const request = asClientSent(
    new Request("http://x.test/", { headers: forged }),
    "127.0.0.1",
    trustedProxies([]),
  )
  expect([new URL(request.url).protocol, clientAddress(request)]).toEqual(["http:", "127.0.0.1"])
})
