import { and, eq } from "drizzle-orm"
import { afterEach, describe, expect, it } from "vitest"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import { refundOrder } from "#core/payments/refund-order.server.ts"
import { ledgerEntries, notifications, orders } from "#db/schema/index.ts"
import { stockOf } from "#tests/support/checkout.ts"
import { usePayoutAccounts } from "#tests/support/payout-accounts.ts"
import { type ReplacedOrder as Paid, replacementsIn } from "#tests/support/replacements.ts"
import { cancelSellerOrder } from "./cancel-seller-order.server.ts"
import { packLine } from "./pack-line.server.ts"
import { withdrawReplacement } from "./withdraw-replacement.server.ts"

const accounts = usePayoutAccounts({ connections: 6 })
const {
  refunds,
  aPaidOrder,
  offer,
  say,
  stateOf,
  linesOf,
  stock,
  offersOf,
  refundOf,
  runDueJobs,
  packAndSettle,
} = replacementsIn(accounts)

/** Ledger and provider agree to the cent after every test. */
afterEach(async () => {
  expect(await checkLedger(accounts.system())).toEqual([])
  const { provider, books } = await refunds.platformHolds()
  expect(provider).toBe(books)
})

const messagesTo = async (userId: string) =>
  (await accounts.database.db.select().from(notifications).where(eq(notifications.userId, userId))).map(
    ({ message }) => message,
  )

describe("an offered replacement", { tags: ["REPL-1"] }, () => {
  it("is held, told to the customer, and becomes a line of the order once they say yes", async () => {
    const paid = await aPaidOrder()
    const before = await stock(paid)
    const { offerId } = await offer(paid)
    expect(await stock(paid)).toBe(before! - 1)
    expect((await messagesTo(paid.customer.userId)).at(-1)).toContain("offers 1 × Sketchbook instead")
    await say(paid, offerId, "yes")
    await say(paid, offerId, "yes")
    const [notebooks, , sketchbook, ...others] = await linesOf(paid)
    expect(others).toEqual([])
    expect(notebooks).toMatchObject({
      quantity: 2,
      replacedQuantity: 1,
      packedQuantity: 1,
      differenceReason: "replaced",
    })
    expect(sketchbook).toMatchObject({
      productName: "Sketchbook",
      quantity: 1,
      unitPriceCents: 400,
      replacesLineId: paid.notebooks.id,
    })
    expect(await stock(paid)).toBe(before! - 1)
    expect(await stateOf(offerId)).toEqual(["accepted", "customer"])
    expect((await messagesTo(paid.seller.actor.userId)).at(-1)).toContain("the customer said yes")
  })

  it("leaves what it costs less to be refunded once with its tax, ten seconds after packing", async () => {
    const paid = await aPaidOrder()
    const { offerId } = await offer(paid)
    await say(paid, offerId, "yes")
    await packAndSettle(paid)
    const [refund, ...others] = await refunds.rowsOf(paid.order.id)
    expect(others).toEqual([])
    const [notebooks, , sketchbook] = await linesOf(paid)
    const taxLeft = Math.floor(notebooks!.taxCents / 2) - sketchbook!.taxCents
    expect(refund).toMatchObject({
      source: "packing",
      itemsCents: 50,
      taxCents: taxLeft,
      amountCents: 50 + taxLeft,
      reason: "Notebook: 1 replaced by something that costs less.",
    })
    expect(await refunds.earned(paid)).toBe(paid.order.itemsCents - 50 - (await processorFeeOf(paid)))
  })

  it("is refunded once it is packed if they say no, and returns to stock", async () => {
    const paid = await aPaidOrder()
    const before = await stock(paid)
    const { offerId } = await offer(paid)
    await say(paid, offerId, "no")
    expect(await stock(paid)).toBe(before)
    await packAndSettle(paid)
    expect(await refundOf(paid)).toEqual([450 + Math.floor(paid.notebooks.taxCents / 2)])
    expect(await linesOf(paid)).toHaveLength(2)
  })

  it("costs at most what was paid for what is missing, with its tax", async () => {
    const dear = await aPaidOrder({ sketch: { priceCents: 451 } })
    await expect(offer(dear)).rejects.toMatchObject({ code: "invalid", field: "variantId" })
    expect(await offersOf(dear)).toEqual([])
    const same = await aPaidOrder({ sketch: { priceCents: 450 } })
    const { offerId } = await offer(same)
    await say(same, offerId, "yes")
    await packAndSettle(same)
    expect(await refundOf(same)).toEqual([])
  })

  it("may use paid tax for its price where it is untaxed, and the books follow to the cent", async () => {
    const untaxed = { category: "Fruits", section: "Melons", priceCents: 460 }
    const paid = await aPaidOrder({ sketch: untaxed })
    const { offerId } = await offer(paid)
    await say(paid, offerId, "yes")
    const paidTax = Math.floor(paid.notebooks.taxCents / 2)
    const [order] = await accounts.database.db.select().from(orders).where(eq(orders.id, paid.order.id))
    expect(order).toMatchObject({
      itemsCents: paid.order.itemsCents + 10,
      taxCents: paid.order.taxCents - 10,
      totalCents: paid.order.totalCents,
    })
    await packAndSettle(paid)
    expect(await refundOf(paid)).toEqual([450 + paidTax - 460])
    const tax = await ledgerSum(paid, "tax")
    expect(tax).toBe(paid.order.taxCents - paidTax)
    expect(await ledgerSum(paid, "items")).toBe(paid.order.itemsCents + 10)
  })

  it("needs stock, another product of the market, and a customer who did not wish a refund", async () => {
    const paid = await aPaidOrder({ sketch: { stock: 1 } })
    await expect(offer(paid, { missing: 2, quantity: 2 })).rejects.toMatchObject({ code: "no_inventory" })
    const itself = offer(paid, { variantId: paid.products.paper.variantId })
    await expect(itself).rejects.toMatchObject({ code: "invalid", field: "variantId" })
    const other = await aPaidOrder()
    const ofOther = offer(paid, { variantId: other.sketchbook.variantId })
    await expect(ofOther).rejects.toMatchObject({ code: "not_found" })
    await expect(offer({ ...paid, seller: other.seller })).rejects.toMatchObject({ code: "not_found" })
    const refund = await aPaidOrder({ wish: "refund" })
    await expect(offer(refund)).rejects.toMatchObject({ code: "not_allowed" })
    expect(await offersOf(paid)).toEqual([])
  })

  it("is one at a time for a line, and the same offer again changes nothing", async () => {
    const paid = await aPaidOrder()
    const before = await stock(paid)
    const { offerId } = await offer(paid)
    expect(await offer(paid)).toMatchObject({ offerId })
    expect(await stock(paid)).toBe(before! - 1)
    await expect(offer(paid, { quantity: 2, missing: 2 })).rejects.toMatchObject({ code: "illegal_move" })
    await expect(
      packLine(paid.seller, { lineId: paid.notebooks.id, packedQuantity: 2 }),
    ).rejects.toMatchObject({ code: "illegal_move" })
  })

  it("is taken back by its market: the line is open again, and nobody can answer", async () => {
    const paid = await aPaidOrder()
    const before = await stock(paid)
    const { offerId } = await offer(paid)
    await withdrawReplacement(paid.seller, { offerId })
    await withdrawReplacement(paid.seller, { offerId })
    expect(await stock(paid)).toBe(before)
    expect((await linesOf(paid))[0]).toMatchObject({ packedQuantity: null, differenceReason: null })
    await expect(say(paid, offerId, "yes")).rejects.toMatchObject({
      code: "illegal_move",
      message: "The market took this offer back.",
    })
    expect((await messagesTo(paid.customer.userId)).at(-1)).toContain("took back its offer")
    const other = await aPaidOrder()
    await expect(withdrawReplacement(other.seller, { offerId })).rejects.toMatchObject({ code: "not_found" })
    await expect(say(other, offerId, "yes")).rejects.toMatchObject({ code: "not_found" })
  })

  it("sets the stock of what has run out to nothing, if its seller says so", async () => {
    const paid = await aPaidOrder()
    await offer(paid, { stockToZero: true })
    expect(await stockOf(accounts.database.db, paid.products.paper.variantId)).toBe(0)
  })

  it("is refunded like any other line, and what it replaced is not refunded with it", async () => {
    const paid = await aPaidOrder()
    const { offerId } = await offer(paid, { missing: 2, quantity: 2 })
    await say(paid, offerId, "yes")
    const [notebooks, , sketchbook] = await linesOf(paid)
    const admin = await refunds.admin()
    const refund = (lineId: string, quantity: number) =>
      refundOrder(admin, refunds.input(paid.order.id, { lines: [{ lineId, quantity }] }))
    await expect(refund(notebooks!.id, 1)).rejects.toMatchObject({ code: "invalid" })
    await refund(sketchbook!.id, 2)
    const [made] = await refunds.rowsOf(paid.order.id)
    expect(made).toMatchObject({ itemsCents: 800, taxCents: sketchbook!.taxCents })
    await packAndSettle(paid)
    expect((await refundOf(paid)).reduce((sum, cents) => sum + cents, 0)).toBe(900 + notebooks!.taxCents)
  })

  it("returns to stock with a canceled order, and what it replaced does not", async () => {
    const paid = await aPaidOrder()
    const [sketchbooks, notebooks] = [await stock(paid), await paperOf(paid)]
    const { offerId } = await offer(paid)
    await say(paid, offerId, "yes")
    await cancelSellerOrder(paid.seller, { orderId: paid.order.id, reason: "The stall burned down." })
    expect([await stock(paid), await paperOf(paid)]).toEqual([sketchbooks, notebooks! + 1])
    await runDueJobs(paid)
    expect(await refundOf(paid)).toEqual([paid.order.totalCents])
  })
})

const processorFeeOf = async (paid: Paid) => -(await ledgerSum(paid, "processor_fee"))

async function ledgerSum({ order }: Paid, part: "items" | "tax" | "processor_fee") {
  const entries = await accounts.database.db
    .select()
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.orderId, order.id), eq(ledgerEntries.part, part)))
  return entries
    .filter(({ party }) => party === "seller" || part === "tax")
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
}

const paperOf = ({ products }: Paid) => stockOf(accounts.database.db, products.paper.variantId)
