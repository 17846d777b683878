import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { marketChanges, sessions } from "#db/schema/index.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { givePassword, PASSWORD } from "#tests/support/sign-in.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()
const db = () => server.database.db

async function anAdminWhoComesBack() {
  const { userId, email } = await anAdmin(db())
  await givePassword(db(), userId)
  const browser = await visitor(server)
  const logIn = (page: HtmlPage) => page.press("Login", { Email: email, Password: PASSWORD })
  await logIn(await browser.open("/admin"))
  return { userId, browser, logIn }
}

const signOutElsewhere = (userId: string) => db().delete(sessions).where(eq(sessions.userId, userId))

describe("an admin's session that ended", () => {
  it("shows the reason of a denial again, in the form that it was typed in", {
    tags: ["GUARD-11"],
  }, async () => {
    const market = await aMarket(db(), { approval: "waiting" })
    await db()
      .insert(marketChanges)
      .values({ marketId: market.id, kind: "name", wanted: { name: "Another Row" } })
    const ines = await anAdminWhoComesBack()
    const path = `/seller-info?seller=${market.sellerId}`
    const label = "Reason for a denial"
    const formOn = (page: HtmlPage, id: string) => page.document.getElementById(id)!
    let page = await ines.browser.open(path)
    for (const [sent, other] of [
      ["decision", "change-name"],
      ["change-name", "decision"],
    ] as const) {
      await signOutElsewhere(ines.userId)
      const reason = `The permit of ${sent} ran out.`
      page = await ines.logIn(await page.press("Deny", { [label]: reason }, formOn(page, sent)))
      expect(page.path).toBe(path)
      expect(page.field(label, formOn(page, sent)).value).toBe(reason)
      expect(page.field(label, formOn(page, other)).value).toBe("")
    }
  })

  it("shows a reviewed refund again", { tags: ["GUARD-11"] }, async () => {
    const market = await aMarket(db())
    const product = await aProduct(db(), market, { name: "Sugar melon", priceCents: 450 })
    const order = await anOrder(db(), { customer: await aCustomer(db()), market, product, quantity: 3 })
    const ines = await anAdminWhoComesBack()
    const sheet = await ines.browser.open(`/admin-orders?order=${order.number}`)
    const sentence = "Two split on the way."
    const reviewed = await sheet.press("Review", {
      "How many of Sugar melon": "2",
      "Arrived broken": true,
      "Add a sentence (optional)": sentence,
    })
    await signOutElsewhere(ines.userId)
    const back = await ines.logIn(await reviewed.press(/^Refund \$/))
    expect(back.get("region", "This refund").textContent).toContain("2 × Sugar melon$9.00")
    expect(back.field("Add a sentence (optional)").value).toBe(sentence)
  })
})
