import { expect, it } from "vitest"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { waitForEmail } from "#tests/support/mailbox.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { givePassword, PASSWORD } from "#tests/support/sign-in.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()

it("an account is taken along as a file, and deleted for good", {
  tags: ["PRIV-1", "PRIV-6", "NOJS-8"],
}, async () => {
  const { db } = server.database
  const { actor, email, userId } = await aCustomer(db)
  await givePassword(db, userId)
  const rosa = await visitor(server, actor)
  const account = await (await rosa.open("/customer-dashboard")).follow("Your data and account")
  expect(account.get("heading", "Your account").tagName).toBe("H1")
  const rejected = await account.press("Download my data", { "Your password": "Wrong#20266" })
  expect(rejected.text).toContain("This isn't your password.")
  const file = await rejected.press("Download my data", { "Your password": PASSWORD })
  expect(file.headers.get("content-disposition")).toMatch(
    /^attachment; filename="pushcart-account-\d{4}-\d\d-\d\d\.json"$/,
  )
  expect(JSON.parse(file.html)).toMatchObject({ account: { email } })
  const leave = await rosa.open("/account/delete")
  for (const words of [
    "What we delete, right away and for good",
    "What we keep, and why",
    "tax law requires us to keep these records",
  ])
    expect(leave.text).toContain(words)
  const gone = await leave.press("Delete my account", { "Your password": PASSWORD })
  expect(gone.get("heading", "Your account is deleted")).toBeTruthy()
  await waitForEmail(server, { to: email, subject: "Your Pushcart account was deleted" })
  expect((await rosa.open("/customer-dashboard")).path).toMatch(/^\/Welcome\?/)
})

it("an account stays while an order of the market is open, and says so", { tags: ["PRIV-2"] }, async () => {
  const { db } = server.database
  const market = await aMarket(db)
  await anOrder(db, { customer: await aCustomer(db), market, product: await aProduct(db, market) })
  const sam = await visitor(server, market.actor)
  const page = await sam.open("/account/delete")
  expect(page.text).toContain("1 order at your market isn't finished yet.")
  expect(page.text).toContain("$3.60 of your sales is still pending")
  expect(page.all("button", "Delete my account")).toEqual([])
})
