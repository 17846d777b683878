import { expect, it } from "vitest"
import { trustedProxies } from "./client-address.ts"
import { rejectedRequest } from "./rejected-requests.ts"

const PUBLIC = {
  publicUrl: "https://pushcart.example",
  isPublic: true,
  proxies: trustedProxies(["10.0.0.0/8"]),
}
const behindProxy = (scheme: string, init: RequestInit = {}, path = "/login?a=b") =>
  new Request(`http://pushcart.example${path}`, { ...init, headers: { "x-forwarded-proto": scheme } })

it("leads what a proxy took without TLS to https, and takes no form from there", { tags: ["SEC-30"] }, () => {
  for (const method of ["GET", "HEAD"]) {
    const led = rejectedRequest(behindProxy("http", { method }), "10.0.0.1", PUBLIC)
    expect([led?.status, led?.headers.get("location")]).toEqual([308, "https://pushcart.example/login?a=b"])
  }
  for (const method of ["POST", "PUT", "DELETE"])
    expect(rejectedRequest(behindProxy("http", { method }), "10.0.0.1", PUBLIC)?.status).toBe(403)
  const odd = rejectedRequest(behindProxy("http", {}, "//evil.test/"), "10.0.0.1", PUBLIC)
  expect(new URL(odd?.headers.get("location") ?? "").host).toBe("pushcart.example")
})

it("leaves https, health checks, who asks without a proxy, and a demo alone", { tags: ["SEC-30"] }, () => {
  expect(rejectedRequest(behindProxy("https"), "10.0.0.1", PUBLIC)).toBeUndefined()
  for (const path of ["/api/v1/live", "/api/v1/health", "/api/v1/ready", "/metrics"])
    expect(rejectedRequest(behindProxy("http", {}, path), "10.0.0.1", PUBLIC)).toBeUndefined()
  expect(rejectedRequest(behindProxy("http"), "203.0.113.9", PUBLIC)).toBeUndefined()
  expect(rejectedRequest(new Request("http://pushcart.example/"), "10.0.0.1", PUBLIC)).toBeUndefined()
  expect(rejectedRequest(behindProxy("http"), "10.0.0.1", { ...PUBLIC, isPublic: false })).toBeUndefined()
})
