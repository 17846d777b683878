import { expect, it } from "vitest"
import { keepForm, keptForm } from "./kept-form.ts"

const asking = (cookie: string) => new Request("http://localhost/", { headers: { cookie } })
const sending = (fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const body = new URLSearchParams(fields).toString()
  return new Request("http://localhost/ship-to", {
    method: "POST",
    body,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": String(Buffer.byteLength(body)),
      ...headers,
    },
  })
}

it("keeps what was typed for the page that it was typed on, and no secret", {
  tags: ["GUARD-11"],
}, async () => {
  const request = sending({
    city: "Peñasco ☂",
    zip: "87553",
    password: "Secret#2026",
    code: "123456",
    ssn: "1",
  })
  const cookie = await keepForm(request, "/ship-to?x=1", "/ship-to")
  expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/)
  expect(keptForm(asking(`a=b; ${cookie?.split(";")[0]}`))).toEqual({
    path: "/ship-to?x=1",
    action: "/ship-to",
    fields: { city: "Peñasco ☂", zip: "87553" },
  })
})

it("keeps nothing that a browser would drop or that may be a file", { tags: ["GUARD-11"] }, async () => {
  expect(await keepForm(sending({ note: "a".repeat(3_000) }), "/ship-to", "/ship-to")).toBeNull()
  expect(await keepForm(sending({}, { "content-length": "1000000" }), "/ship-to", "/ship-to")).toBeNull()
  expect((await keepForm(sending({ note: "a".repeat(2_500) }), "/ship-to", "/ship-to"))?.length).toBeLessThan(
    4_096,
  )
})

it.each(["", "typed=", "typed=e30", "typed=bnVsbA", "typed=%%%", "typed=eyJwYXRoIjoxLCJmaWVsZHMiOnt9fQ"])(
  "reads the broken cookie %j as none",
  { tags: ["GUARD-11"] },
  (cookie) => {
    expect(keptForm(asking(cookie))).toBeNull()
  },
)
