import { expect, it } from "vitest"
import { aPersonWithPassword } from "#tests/support/people.ts"
import { useServer } from "#tests/support/server.ts"

/** Configured as if behind a reverse proxy with TLS on this machine. */
const server = useServer()
const overTls = () => ({ "x-forwarded-proto": "https", origin: server.url.replace("http:", "https:") })

const signIn = async (headers: Record<string, string>) => {
  const { email, password } = await aPersonWithPassword(server.database.db, ["customer"])
  return fetch(`${server.url}/login`, {
    method: "POST",
    redirect: "manual",
    headers,
    body: new URLSearchParams({ intent: "password", email, password }),
  })
}

it("sends HSTS and nothing but Secure cookies behind TLS; the session's is host-bound and out of scripts' reach", {
  tags: ["ACCT-29", "SEC-3"],
}, async () => {
  const answer = await signIn(overTls())
  expect(answer.status).toBe(302)
  expect(answer.headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains")
  const cookies = answer.headers.getSetCookie()
  expect(cookies.length).toBeGreaterThan(0)
  for (const cookie of cookies) expect(cookie).toMatch(/; Secure/i)
  const session = cookies.find((cookie) => cookie.startsWith("__Host-pushcart="))
  expect(session).toMatch(/HttpOnly/i)
  expect(session).toMatch(/SameSite=Lax/i)
  expect(session).toMatch(/Path=\//i)
  expect(session).not.toMatch(/Domain=/i)
  // The cookies of toasts and drafts are Secure too.
  const { headers } = await fetch(`${server.url}/api-tokens`, {
    headers: { ...overTls(), cookie: session!.split(";")[0]! },
  })
  for (const cookie of headers.getSetCookie()) expect(cookie).toMatch(/; Secure/i)
})

it("sends no HSTS and no __Host- cookie over plain HTTP, where browsers would refuse them", {
  tags: ["ACCT-29", "SEC-3"],
}, async () => {
  const answer = await signIn({ origin: server.url })
  expect(answer.headers.get("strict-transport-security")).toBeNull()
  expect(answer.headers.getSetCookie().join("\n")).not.toMatch(/__Host-|Secure/)
})

it("reads no body beyond the largest form, with a length or without", { tags: ["SEC-4"] }, async () => {
  const large = new Uint8Array(18 * 1_048_576)
  const post = (body: BodyInit) =>
    fetch(`${server.url}/login`, { method: "POST", headers: { origin: server.url }, body }).then(
      ({ status }) => status,
      // The connection is closed while the rest is still being sent.
      () => 413,
    )
  expect(await post(large)).toBe(413)
  expect(await post(new Blob([large]).stream())).toBe(413)
  const photo = await fetch(`${server.url}/api/v1/pushcartexpress/delivered`, {
    method: "POST",
    body: new Uint8Array(20 * 1_048_576),
  })
  expect([photo.status, photo.headers.get("content-type")]).toEqual([413, "application/problem+json"])
  expect(await photo.json()).toMatchObject({ code: "body_too_large" })
  expect((await fetch(`${server.url}/api/v1/health`)).status).toBe(200)
})

it("gives every answer its policy, and a nonce that no other answer has", { tags: ["SEC-1"] }, async () => {
  const policies = await Promise.all(
    [1, 2].map(async () => (await fetch(`${server.url}/home`)).headers.get("content-security-policy") ?? ""),
  )
  const nonces = policies.map((policy) => /'nonce-([^']+)'/.exec(policy)?.[1])
  expect(new Set(nonces).size).toBe(2)
  for (const policy of policies) {
    expect(policy).toMatch(/object-src 'none'/)
    expect(policy).toMatch(/frame-ancestors 'none'/)
    expect(policy).not.toMatch(/script-src[^;]*'unsafe-/)
  }
})
