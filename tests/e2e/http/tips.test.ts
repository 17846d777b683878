import { desc, eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { checkouts, orders } from "#db/schema/index.ts"
import { aShopper, payOnProviderPage, proceed } from "#tests/support/checkout-pages.ts"
import { twoMarkets } from "#tests/support/factories/carts.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { waitForEmail } from "#tests/support/mailbox.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()
const db = () => server.database.db

async function aCart() {
  const made = await twoMarkets(db())
  const wanted = [{ productId: made.melon.id }, { productId: made.shoes.id, size: "8" }]
  return { ...made, ...(await aShopper(server, wanted)) }
}

/** The receipt of a page, as label and amount; the page's last one. */
function receiptOf(page: HtmlPage, within: string): Record<string, string> {
  const lists = [...page.document.querySelectorAll(`${within} .receipt`)]
  const cells = [...(lists.at(-1)?.children ?? [])].map((row) =>
    [...row.children].map((one) => one.textContent ?? ""),
  )
  return Object.fromEntries(cells.map(([label = "", amount = ""]) => [label, amount]))
}

describe("a tip, without JavaScript", { tags: ["NOJS-3"] }, () => {
  it("is chosen in the cart of a delivery, changed on /pay, and shown wherever the money is", {
    tags: ["TIP-1", "TIP-2", "TIP-3"],
  }, async () => {
    const { shopper, customer, stall } = await aCart()
    const pickup = await (await shopper.open("/shopping-cart")).press("Show times and fees", {
      "Delivery or Pick up": "Pick up",
    })
    expect(pickup.all("group", "Tip")).toHaveLength(0)
    const cart = await pickup.press("Show times and fees", { "Delivery or Pick up": "Delivery" })
    const none = cart.document.querySelector<HTMLInputElement>('input[name="tip"]:checked')
    expect(none?.value).toBe("0")
    const saved = await cart.press("Save tip", { "20% $26.47": true })
    expect(saved.get("complementary", "Your estimate").textContent).toContain("Tip, 20%$26.47")
    expect(saved.document.querySelector<HTMLInputElement>('input[name="tip"]:checked')?.value).toBe("20")

    const pay = await proceed(shopper, "Delivery")
    expect(receiptOf(pay, "aside")["Tip, 20%"]).toBe("$26.47")
    const wrong = await pay.send({ tip: "other", tipAmount: "201" }, { intent: "tip" })
    expect(wrong.path).toBe("/pay")
    expect(wrong.errorAt("tipAmount")).toBe("At most $100.00 for each market. That is $200.00 for 2 markets.")
    expect(wrong.document.querySelector<HTMLDetailsElement>("details.pay-tip")?.open).toBe(true)
    expect(receiptOf(wrong, "aside")["Tip, 20%"]).toBe("$26.47")
    const [before] = await db().select().from(checkouts).where(eq(checkouts.customerId, customer.userId))
    const changed = await wrong.press("Save tip", { "Other amount": true, "Tip in dollars": "$7.01" })
    expect(receiptOf(changed, "aside").Tip).toBe("$7.01")
    // A page of before, in another tab, does not charge the new total.
    const stale = await pay.press(/^Pay Now/)
    expect(stale.text).toContain("The total changed in another tab")
    const thanks = await payOnProviderPage(changed)
    expect(thanks.text).toContain("Thank you for shopping")
    expect(receiptOf(thanks, ".paid-receipt").Tip).toBe("$7.01")

    const [paid] = await db()
      .select()
      .from(checkouts)
      .where(eq(checkouts.customerId, customer.userId))
      .orderBy(desc(checkouts.createdAt))
      .limit(1)
    expect(paid).toMatchObject({ status: "completed", tipCents: 701, taxCents: before!.taxCents })
    const bought = await db().select().from(orders).where(eq(orders.customerId, customer.userId))
    expect(bought.reduce((sum, { tipCents }) => sum + tipCents, 0)).toBe(701)
    const ofStall = bought.find(({ marketId }) => marketId === stall.id)!
    const tip = `$${(ofStall.tipCents / 100).toFixed(2)}`
    const purchase = await shopper.open(`/purchase?id=${paid!.id}`)
    expect(receiptOf(purchase, ".purchase > .card:last-of-type").Tip).toBe("$7.01")
    expect(purchase.text).toContain(`Tip${tip}`)
    expect((await shopper.open(`/order?OrderID=${ofStall.id}`)).text).toContain(`Tip${tip}`)
    const email = await waitForEmail(server, { to: customer.email, subject: /^Your orders/ })
    expect(email.text).toMatch(new RegExp(`Tip \\.+ \\${tip}`))
    const asSeller = await visitor(server, stall.actor)
    expect((await asSeller.open(`/order-seller?OrderID=${ofStall.id}`)).text).toContain(
      `Tip, goes to whoever delivers${tip}`,
    )
  })

  it("says at the field what is wrong with an amount", { tags: ["TIP-1"] }, async () => {
    const { shopper } = await aCart()
    const cart = await (await shopper.open("/shopping-cart")).press("Show times and fees", {
      "Delivery or Pick up": "Delivery",
    })
    const wrong = [
      ["a lot", "Enter a tip in dollars and cents, like 4.50."],
      ["", "Enter a tip in dollars and cents, like 4.50."],
      ["-3", "Enter a tip in dollars and cents, like 4.50."],
      ["1.234", "An amount has at most two decimals."],
      ["200.01", "At most $100.00 for each market. That is $200.00 for 2 markets."],
    ] as const
    for (const [typed, message] of wrong) {
      const page = await cart.send({ tip: "other", tipAmount: typed }, { intent: "update" })
      expect([typed, page.errorAt("tipAmount")]).toEqual([typed, message])
      expect(page.field("Tip in dollars").value).toBe(typed)
    }
  })
})
