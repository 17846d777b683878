import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { checkouts, orders, savedCards } from "#db/schema/index.ts"
import { aShopper, BILLING_ADDRESS, CARD, proceed } from "#tests/support/checkout-pages.ts"
import { twoMarkets } from "#tests/support/factories/carts.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { useSharedServer } from "#tests/support/server.ts"
import type { Visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()
const db = () => server.database.db

type Saved = Awaited<ReturnType<typeof withSavedCard>>

/** A customer who paid on the provider's own page and had the card saved there. */
async function withSavedCard(number = CARD["Card number"]) {
  const { melon } = await twoMarkets(db())
  const { shopper, customer } = await aShopper(server, [{ productId: melon.id }])
  const pay = await proceed(shopper, "Pick up")
  const provider = await pay.press(/^Pay Now/, BILLING_ADDRESS)
  const next = await provider.press(/^Pay/, {
    ...CARD,
    "Card number": number,
    "Save my card for future purchases": true,
  })
  if (!next.path.startsWith("/thanks")) await next.press("Complete authentication")
  const [card] = await db().select().from(savedCards).where(eq(savedCards.customerId, customer.userId))
  return { melon, shopper, customer, cardId: card!.id }
}

async function nextOrder({ shopper, melon }: Pick<Saved, "shopper" | "melon">) {
  const product = await shopper.open(`/view-product?product=${melon.id}`)
  await product.press("Add to the Cart")
  return proceed(shopper, "Pick up")
}

const paidBy = async (userId: string) => {
  const rows = await db().select().from(checkouts).where(eq(checkouts.customerId, userId))
  return rows.filter(({ status }) => status === "completed").length
}

const choices = (page: HtmlPage) =>
  page.all("radio").map((radio) => (radio.closest("label")?.textContent ?? "").replace(/\s+/g, " ").trim())

/** Opens /pay and sends its form with another card's id. */
const payWith = (page: HtmlPage, card: string, shopper: Visitor) =>
  shopper
    .post("/pay", {
      ...{ firstName: "Ada", lastName: "Byron", address: "1 Main St", addressOne: "", city: "New York" },
      ...{ state: "NY", zip: "10001", intent: "pay", card },
    })
    .then((answer) => ({ ...answer, page }))

describe("a saved card, without JavaScript", { tags: ["CARD-1", "CARD-3"] }, () => {
  it("is the first choice of the next order, which one press pays without a typed field", async () => {
    const saved = await withSavedCard()
    const pay = await nextOrder(saved)
    expect(choices(pay)).toEqual([
      expect.stringMatching(/^Visa ending in 4242 Expires 12\/34$/),
      "Use another card",
    ])
    const thanks = await pay.press(/^Pay Now \$/)
    expect(thanks.text).toContain("Thank you for shopping")
    expect(await paidBy(saved.customer.userId)).toBe(2)
  })

  it("leads to the bank that asks for 3-D Secure, and back", async () => {
    const saved = await withSavedCard("4000002500003155")
    const bank = await (await nextOrder(saved)).press(/^Pay Now/)
    const failed = await bank.press("Fail authentication")
    expect(failed.path).toBe("/pay")
    expect(failed.text).toContain(
      "Your bank couldn't confirm that it was you (3-D Secure). Nothing was charged.",
    )
    const again = await failed.press(/^Pay Now/)
    expect((await again.press("Complete authentication")).text).toContain("Thank you for shopping")
    expect(await paidBy(saved.customer.userId)).toBe(2)
  })

  it("that the bank declines says what to do, and another card pays on the provider's page", async () => {
    const saved = await withSavedCard()
    await db()
      .update(savedCards)
      .set({ stripePaymentMethodId: "pm_card_visa_chargeDeclined" })
      .where(eq(savedCards.id, saved.cardId))
    const declined = await (await nextOrder(saved)).press(/^Pay Now/)
    expect(declined.path).toBe("/pay")
    expect(declined.get("alert").textContent).toContain(
      "Your bank declined Visa ending in 4242. Nothing was charged. Use another card, or call your bank.",
    )
    const provider = await declined.press(/^Pay Now/, { "Use another card": true })
    const thanks = await provider.press(/^Pay/, {
      "Another card": true,
      ...CARD,
      "Card number": "5555555555554444",
    })
    expect(thanks.text).toContain("Thank you for shopping")
    expect(await paidBy(saved.customer.userId)).toBe(2)
  })

  it("that has expired is shown and cannot be chosen", async () => {
    const saved = await withSavedCard()
    await db().update(savedCards).set({ expYear: 2020 }).where(eq(savedCards.id, saved.cardId))
    const pay = await nextOrder(saved)
    const [expired, another] = pay.all("radio") as HTMLInputElement[]
    expect([expired!.disabled, another!.checked]).toEqual([true, true])
    expect(pay.text).toContain("Expired 12/20")
    expect((await pay.follow("remove this one")).path).toBe("/account")
    const sent = await payWith(pay, saved.cardId, saved.shopper)
    expect(sent.status).toBe(422)
    expect(sent.html).toContain("Visa ending in 4242 has expired. Nothing was charged.")
  })

  it("of another customer is not found and not shown", async () => {
    const { cardId } = await withSavedCard()
    const other = await withSavedCard()
    const pay = await nextOrder(other)
    expect(choices(pay)).toHaveLength(2)
    expect((await payWith(pay, cardId, other.shopper)).status).toBe(404)
    expect(await paidBy(other.customer.userId)).toBe(1)
    expect(await db().select().from(orders).where(eq(orders.customerId, other.customer.userId))).toHaveLength(
      1,
    )
  })
})

it("is listed in the account and removed there", { tags: ["CARD-4"] }, async () => {
  const saved = await withSavedCard()
  const account = await saved.shopper.open("/account")
  expect(account.text).toContain("Visa ending in 4242")
  const removed = await account.press("Remove Visa ending in 4242")
  expect(removed.text).toContain("Visa ending in 4242 was removed.")
  expect(removed.text).toContain("You haven't saved a card yet.")
  expect(choices(await nextOrder(saved))).toEqual([])
  const { status } = await saved.shopper.post("/account", { intent: "remove-card", cardId: saved.cardId })
  expect(status).toBe(404)
})

it("cannot be asked for a sixth time in a day, and paying without it goes on", {
  tags: ["CARD-6"],
}, async () => {
  const { melon } = await twoMarkets(db())
  const { shopper } = await aShopper(server, [{ productId: melon.id }])
  await proceed(shopper, "Pick up")
  const begin = async (fields: Record<string, string>) => {
    const billing = { firstName: "Ada", lastName: "Byron", address: "1 Main St", addressOne: "" }
    const place = { city: "New York", state: "NY", zip: "10001" }
    const { status, html } = await shopper.post("/pay/begin", { ...billing, ...place, ...fields })
    return {
      status,
      ...(JSON.parse(html) as { message?: string; next?: string | null; clientSecret?: string }),
    }
  }
  for (let at = 0; at < 5; at += 1) expect((await begin({ saveCard: "on" })).status).toBe(200)
  expect(await begin({ saveCard: "on" })).toMatchObject({
    status: 422,
    message:
      "You tried to save a card several times. Nothing was charged. Clear “Save this card for next time” to pay.",
    next: null,
  })
  expect((await begin({})).clientSecret).toBeTruthy()
})
