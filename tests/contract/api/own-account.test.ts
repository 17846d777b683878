import { expect, it } from "vitest"
import { createTestApi } from "#tests/support/api.ts"
import { useDatabase } from "#tests/support/database.ts"
import { aPersonWithPassword } from "#tests/support/people.ts"

const database = useDatabase({ zips: true })

it("exports an account to its person alone, deletes it with the right password, and knows nobody afterwards", {
  tags: ["PRIV-1"],
}, async () => {
  const mail = { siteUrl: "http://shop.test", send: async () => {} }
  const api = createTestApi(database, { ports: { mail } })
  const { userId, email, password } = await aPersonWithPassword(database.db, ["customer"])
  const cookie = await api.signedIn({ userId, role: "customer" })
  const wrong = await api.call("POST", "/account/export", { password: "Wrong#20266" }, { cookie })
  expect([wrong.status, ((await wrong.json()) as { errors: object }).errors]).toEqual([
    422,
    { password: ["This isn't your password."] },
  ])
  const file = await api.call("POST", "/account/export", { password }, { cookie })
  expect(await file.json()).toMatchObject({ format: "pushcart-account-1", account: { email } })
  const deleted = await api.call("POST", "/account/delete", { password }, { cookie })
  expect(await deleted.json()).toEqual({ deleted: true })
  expect((await api.call("POST", "/account/delete", { password }, { cookie })).status).toBe(401)
})
