import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { checkouts, orders, sessions } from "#db/schema/index.ts"
import { aShopper, CARD, payOnProviderPage, proceed } from "#tests/support/checkout-pages.ts"
import { twoMarkets } from "#tests/support/factories/carts.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { useSharedServer } from "#tests/support/server.ts"

const server = useSharedServer()
const db = () => server.database.db

async function atPay() {
  const { melon } = await twoMarkets(db())
  const one = await aShopper(server, [{ productId: melon.id }])
  const pay = await proceed(one.shopper, "Delivery")
  const made = () => db().select().from(orders).where(eq(orders.customerId, one.customer.userId))
  return { ...one, pay, made }
}

const PLACED = "Thank you for shopping, you will be log out"
const SECURE = { "Card number": "4000002760003184" }

describe("paying without JavaScript: one charge or none, and a sentence", {
  tags: ["PAY-121", "NOJS-4"],
}, () => {
  it("when the bank asks with 3-D Secure, and the customer fails and then passes", async () => {
    const { pay, made } = await atPay()
    const bank = await payOnProviderPage(pay, SECURE)
    expect(bank.get("heading", /3D Secure/)).toBeTruthy()
    const failed = await bank.press("Fail authentication")
    expect(failed.get("alert").textContent).toMatch(/authenticat/)
    expect(await made()).toEqual([])
    const again = await failed.press(/^Pay/, { ...CARD, ...SECURE })
    expect((await again.press("Complete authentication")).text).toContain(PLACED)
    expect(await made()).toHaveLength(1)
  })

  it("when the card has expired, and another one pays", async () => {
    const { pay, made } = await atPay()
    const expired = await payOnProviderPage(pay, { "Card number": "4000000000000069" })
    expect(expired.get("alert").textContent).toContain("expired")
    expect(await made()).toEqual([])
    expect((await payOnProviderPage(expired)).text).toContain(PLACED)
    expect(await made()).toHaveLength(1)
  })

  it("when the customer goes back from the card provider's page and pays after all", async () => {
    const { pay, made, shopper } = await atPay()
    const provider = await pay.press(/^Pay Now/)
    const back = await provider.follow("Cancel and go back")
    expect(back.path).toMatch(/^\/pay/)
    expect(await made()).toEqual([])
    expect((await payOnProviderPage(await shopper.open("/pay"))).text).toContain(PLACED)
    expect(await made()).toHaveLength(1)
  })

  it("when the session is lost at Pay Now", async () => {
    const { pay, made, customer } = await atPay()
    await db().delete(sessions).where(eq(sessions.userId, customer.userId))
    const welcome = await pay.press(/^Pay Now/)
    expect(welcome.path).toMatch(/^\/Welcome\?next=%2Fpay/)
    expect(welcome.text).toContain("signed out")
    const [checkout] = await db().select().from(checkouts).where(eq(checkouts.customerId, customer.userId))
    expect(checkout).toMatchObject({ status: "open", stripeCheckoutSessionId: null })
    expect(await made()).toEqual([])
  })

  it("in two tabs, each pressed twice at once", async () => {
    const { shopper, made } = await atPay()
    const tabs = [await shopper.open("/pay"), await shopper.open("/pay")]
    const twice = (page: HtmlPage) => [page.press(/^Pay Now/), page.press(/^Pay Now/)]
    const providers = await Promise.all(tabs.flatMap(twice))
    expect(new Set(providers.map(({ path }) => path)).size).toBe(1)
    const paid = await Promise.all(providers.map((page) => page.press(/^Pay/, CARD)))
    expect(paid.some(({ text }) => text.includes(PLACED))).toBe(true)
    const [order, ...others] = await made()
    expect(others).toEqual([])
    expect((await shopper.open("/pay")).text).toContain(
      `Your order ${order?.number} is paid and placed. There is nothing left to pay.`,
    )
  })
})
