import { expect, it } from "vitest"
import { aCustomer } from "#tests/support/factories/people.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { givePassword, PASSWORD } from "#tests/support/sign-in.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()

it("an API token is made, shown once, used and revoked", { tags: ["API-12", "NOJS-9"] }, async () => {
  const { actor, email } = await aCustomer(server.database.db)
  const rosa = await visitor(server, actor)
  await givePassword(server.database.db, actor.userId)
  const page = await rosa.open("/api-tokens")
  const named = { "What is it for?": "My script" }
  const rejected = await page.press("Create a token", { ...named, "Your password": "Wrong#2026" })
  expect([rejected.status, rejected.text]).toEqual([
    422,
    expect.stringContaining("This isn't your password."),
  ])
  expect(rejected.text).toContain("You have no tokens.")
  const made = await page.press("Create a token", { ...named, "Your password": PASSWORD })
  const token = made.document.querySelector("[data-token]")?.textContent ?? ""
  const ask = () =>
    fetch(`${server.url}/api/v1/auth/customerEmail`, { headers: { Authorization: `Bearer ${token}` } })
  expect(await (await ask()).json()).toEqual({ email })
  const again = await rosa.open("/api-tokens")
  expect(again.document.querySelector("[data-token]")).toBeNull()
  const revoked = await again.press("Revoke My script")
  expect(revoked.text).toContain("You have no tokens.")
  expect((await ask()).status).toBe(401)
})
