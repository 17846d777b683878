import { and, eq, sum } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { takeDelivery } from "#core/deliveries/courier-steps.server.ts"
import { cents } from "#core/money.ts"
import { cancelOrder } from "#core/orders/cancel-order.server.ts"
import { chooseCourier } from "#core/orders/choose-courier.server.ts"
import { packLine } from "#core/orders/pack-line.server.ts"
import { packOrder } from "#core/orders/pack-order.server.ts"
import { settlePacking } from "#core/orders/settle-packing.server.ts"
import { takeBackOwnDelivery } from "#core/orders/take-back-own-delivery.server.ts"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import { deliveries, ledgerEntries, refunds as refundRows } from "#db/schema/index.ts"
import { offersIn } from "#tests/support/factories/offers.ts"
import { usePayoutAccounts } from "#tests/support/payout-accounts.ts"
import { refundsIn } from "#tests/support/refunds.ts"

const accounts = usePayoutAccounts({ connections: 4 })
const refunds = refundsIn(accounts)
const { aSignedInCourier } = offersIn(accounts.database)

const db = () => accounts.database.db

/** Cents of the order's tip, by the party that has it. */
async function tipOf(orderId: string) {
  const rows = await db()
    .select({ party: ledgerEntries.party, amountCents: sum(ledgerEntries.amountCents).mapWith(Number) })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.orderId, orderId), eq(ledgerEntries.part, "tip")))
    .groupBy(ledgerEntries.party)
  return Object.fromEntries(
    rows.filter(({ amountCents }) => amountCents !== 0).map((row) => [row.party, row.amountCents]),
  )
}

describe("the tip of a delivery", { tags: ["TIP-2"] }, () => {
  it("is paid with the order, shared by the markets' items, and held until somebody delivers", async () => {
    const { placed, paymentId } = await refunds.aPaidOrder({ markets: 2, tipDollars: 5 })
    const tips = placed.map(({ order }) => order.tipCents)
    expect(tips).toEqual([250, 250])
    const total = placed.reduce((all, { order }) => all + order.totalCents, 0)
    expect((await accounts.sandbox.stripe.paymentIntents.retrieve(paymentId)).amount).toBe(total)
    for (const { order } of placed) {
      expect(order.totalCents).toBe(order.itemsCents + order.taxCents + order.deliveryCents + order.tipCents)
      expect(await tipOf(order.id)).toEqual({ platform: 250 })
    }
    expect(await checkLedger(accounts.system())).toEqual([])
  })

  it("goes to the seller who delivers, and back when they no longer do", async () => {
    const { order, seller } = await refunds.aPaidOrder({ tipDollars: 4 })
    await chooseCourier(seller, { orderId: order.id, hasDeliverer: true })
    expect(await tipOf(order.id)).toEqual({ seller: 400 })
    await takeBackOwnDelivery(seller, order.id)
    expect(await tipOf(order.id)).toEqual({ platform: 400 })
  })

  it("goes to the courier who takes it", async () => {
    const { order, seller } = await refunds.aPaidOrder({ tipDollars: 4 })
    await chooseCourier(seller, { orderId: order.id, hasDeliverer: false })
    const [delivery] = await db().select().from(deliveries).where(eq(deliveries.orderId, order.id))
    await takeDelivery(await aSignedInCourier(), delivery!.id)
    expect(await tipOf(order.id)).toEqual({ deliverer: 400 })
    expect(await checkLedger(accounts.system())).toEqual([])
  })

  it("is refunded with an order that is canceled", async () => {
    const { order, seller } = await refunds.aPaidOrder({ tipDollars: 4 })
    await cancelOrder(seller, {
      orderId: order.id,
      by: "seller",
      reason: "Out of stock today.",
      mine: undefined,
    })
    const [made] = await db().select().from(refundRows).where(eq(refundRows.orderId, order.id))
    expect(made).toMatchObject({ tipCents: 400, amountCents: order.totalCents })
    expect(await tipOf(order.id)).toEqual({})
    expect(await checkLedger(accounts.system())).toEqual([])
  })

  it("stays whole when packing leaves something out, and is no part of what is refunded then", async () => {
    const { order, seller, notebooks } = await refunds.aPaidOrder({ tipDollars: 4 })
    await packLine(seller, { lineId: notebooks.id, packedQuantity: 1 })
    await packOrder(seller, { orderId: order.id, bags: 1, allAsOrdered: true })
    accounts.clock.advance({ minutes: 1 })
    await settlePacking(accounts.system(), { orderId: order.id })
    const [made] = await db().select().from(refundRows).where(eq(refundRows.orderId, order.id))
    expect(made).toMatchObject({ itemsCents: 450, tipCents: 0 })
    expect(await tipOf(order.id)).toEqual({ platform: 400 })
    await chooseCourier(seller, { orderId: order.id, hasDeliverer: true })
    expect(await tipOf(order.id)).toEqual({ seller: 400 })
    expect(await checkLedger(accounts.system())).toEqual([])
  })

  it("is refunded in part by an admin alone, never more than was paid", async () => {
    const paid = await refunds.aPaidOrder({ tipDollars: 4 })
    await refunds.refund(paid, { tipCents: cents(150) })
    await expect(refunds.refund(paid, { tipCents: cents(251) })).rejects.toMatchObject({ field: "tip" })
    await refunds.refund(paid, { tipCents: cents(250) })
    const made = await db().select().from(refundRows).where(eq(refundRows.orderId, paid.order.id))
    expect(made.map(({ tipCents, taxCents }) => [tipCents, taxCents])).toEqual([
      [150, 0],
      [250, 0],
    ])
    expect(await checkLedger(accounts.system())).toEqual([])
  })
})
