import { eq } from "drizzle-orm"
import { afterEach, describe, expect, it } from "vitest"
import { stepsOf } from "#core/history/record-moves.server.ts"
import { cents } from "#core/money.ts"
import { cancelOrderAsAdmin } from "#core/orders/cancel-order-as-admin.server.ts"
import { viewCustomerOrder } from "#core/orders/view-customer-order.server.ts"
import { viewSellerOrder } from "#core/orders/view-seller-order.server.ts"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import { readBalance } from "#core/payouts/read-balance.server.ts"
import { notifications } from "#db/schema/index.ts"
import { stockOf } from "#tests/support/checkout.ts"
import { usePayoutAccounts } from "#tests/support/payout-accounts.ts"
import { refundsIn } from "#tests/support/refunds.ts"
import { refundOrder } from "./refund-order.server.ts"
import { retryRefund } from "./retry-refund.server.ts"
import { sweepDueRefunds } from "./send-refund.server.ts"

const accounts = usePayoutAccounts({ connections: 4 })
const refunds = refundsIn(accounts)
const { refund, oneNotebook, melons } = refunds

/**
 * $9.00 and $3.00 of items, $3.99 delivery, $0.36 tax on the notebooks and $0.12 on the fee. The processor's fee is
 * $0.78, $0.57 of it for the items.
 */
const TOTAL = 1647
const EARNED = 1200 - 57
const FEE = 399

type Paid = Awaited<ReturnType<typeof refunds.aPaidOrder>>

const all = (paid: Paid) => refunds.everything(paid, FEE)

/** After each case, order, ledger and sandbox agree to the cent. */
afterEach(async () => {
  expect(await checkLedger(accounts.system())).toEqual([])
  const { provider, books } = await refunds.platformHolds()
  expect(provider).toBe(books)
})

describe("refunds, to the cent in order, ledger and sandbox", { tags: ["REFUND-11"] }, () => {
  it("a line · before the order is fulfilled · the seller bears it", async () => {
    const paid = await refunds.aPaidOrder()
    expect(paid.order.totalCents).toBe(TOTAL)
    const { refundId, amountCents } = await refund(paid, melons(paid))
    expect(amountCents).toBe(300)
    expect(await refunds.borne(refundId)).toEqual({ seller: 300, platform: 0 })
    expect(await refunds.atProvider(paid.paymentId)).toEqual([[300, "succeeded"]])
    expect(await refunds.row(refundId)).toMatchObject({ status: "done", itemsCents: 300, taxCents: 0 })
    await refunds.deliver(paid)
    expect(await refunds.transferOf(paid)).toMatchObject({ amountCents: EARNED + FEE - 300 })
  })

  it("a quantity · after fulfillment, before the transfer · it shrinks", {
    tags: ["REFUND-14"],
  }, async () => {
    const paid = await refunds.aPaidOrder()
    await refunds.deliver(paid)
    const { refundId, amountCents } = await refund(paid, oneNotebook(paid))
    expect(amountCents).toBe(450 + 18)
    expect(await refunds.borne(refundId)).toEqual({ seller: 450, platform: 18 })
    const left = EARNED + FEE - 450
    expect(await refunds.transferOf(paid)).toEqual({ status: "due", amountCents: left, reversedCents: 0 })
    await refunds.payOutToSeller()
    expect(await refunds.accountHolds(paid)).toBe(left)
  })

  it("a quantity · after the transfer · it is reversed in part", { tags: ["REFUND-14"] }, async () => {
    const paid = await refunds.aPaidOrder()
    await refunds.deliver(paid)
    await refunds.payOutToSeller()
    expect(await refunds.accountHolds(paid)).toBe(EARNED + FEE)
    await refund(paid, oneNotebook(paid))
    // Money that is about to be reversed can no longer be paid out.
    expect((await readBalance(paid.seller)).availableCents).toBe(EARNED + FEE - 450)
    await refunds.takeBack()
    await refunds.takeBack()
    expect(await refunds.transferOf(paid)).toEqual({
      status: "sent",
      amountCents: EARNED + FEE,
      reversedCents: 450,
    })
    expect(await refunds.accountHolds(paid)).toBe(EARNED + FEE - 450)
    expect(await readBalance(paid.seller)).toEqual({ availableCents: EARNED + FEE - 450, pendingCents: 0 })
  })

  it("the delivery fee · its seller delivered · the seller bears it", async () => {
    const paid = await refunds.aPaidOrder()
    await refunds.deliver(paid)
    const { refundId, amountCents } = await refund(paid, { feeCents: cents(200) })
    expect(amountCents).toBe(200 + 6)
    expect(await refunds.borne(refundId)).toEqual({ seller: 200, platform: 6 })
    const rest = await refund(paid, { feeCents: cents(199) })
    expect(rest.amountCents).toBe(199 + 6)
    expect(await refunds.earned(paid)).toBe(EARNED)
  })

  it("the delivery fee · nobody delivers yet · it is still the platform's", async () => {
    const paid = await refunds.aPaidOrder()
    const { refundId, amountCents } = await refund(paid, { feeCents: cents(FEE) })
    expect(amountCents).toBe(FEE + 12)
    expect(await refunds.borne(refundId)).toEqual({ seller: 0, platform: FEE + 12 })
    await refunds.deliver(paid)
    // The customer no longer pays a delivery fee, so the seller who delivers gets none.
    expect(await refunds.earned(paid)).toBe(EARNED)
  })

  it("the delivery fee · nobody delivers yet · the platform bears it, whoever delivers", async () => {
    const paid = await refunds.aPaidOrder()
    await refund(paid, { feeCents: cents(100) })
    const { refundId } = await refund(paid, { feeCents: cents(200), bearer: "platform" })
    expect(await refunds.borne(refundId)).toEqual({ seller: 0, platform: 206 })
    await refunds.deliver(paid)
    // The seller paid for the first $1.00 and for nothing else.
    expect(await refunds.earned(paid)).toBe(EARNED + FEE - 100)
    expect(await refunds.transferOf(paid)).toMatchObject({ amountCents: EARNED + FEE - 100 })
  })

  it("an amount · its share of tax in proportion to what is left", async () => {
    const paid = await refunds.aPaidOrder()
    await refunds.deliver(paid)
    const { refundId, amountCents } = await refund(paid, { amountCents: cents(500), reason: "goodwill" })
    expect(amountCents).toBe(500)
    expect(await refunds.row(refundId)).toMatchObject({ itemsCents: 364, deliveryCents: 121, taxCents: 15 })
    expect(await refunds.borne(refundId)).toEqual({ seller: 485, platform: 15 })
  })

  it("whole · after the transfer · the seller is at nothing, the platform bears the rest of the processor's fee", {
    tags: ["REFUND-14"],
  }, async () => {
    const paid = await refunds.aPaidOrder()
    await refunds.deliver(paid)
    await refunds.payOutToSeller()
    const { refundId, amountCents } = await refund(paid, all(paid))
    expect(amountCents).toBe(TOTAL)
    expect(await refunds.borne(refundId)).toEqual({ seller: EARNED + FEE, platform: 48 + 57 })
    await refunds.takeBack()
    expect(await refunds.accountHolds(paid)).toBe(0)
    expect(await refunds.transferOf(paid)).toMatchObject({ status: "reversed" })
    expect(await refunds.earned(paid)).toBe(0)
  })

  it("a line · after the transfer · the platform bears it", async () => {
    const paid = await refunds.aPaidOrder()
    await refunds.deliver(paid)
    await refunds.payOutToSeller()
    const { refundId } = await refund(paid, { ...melons(paid), bearer: "platform" })
    expect(await refunds.borne(refundId)).toEqual({ seller: 0, platform: 300 })
    await refunds.takeBack()
    expect(await refunds.accountHolds(paid)).toBe(EARNED + FEE)
  })

  it("a line · pending at the provider, then done", { tags: ["REFUND-12"] }, async () => {
    const paid = await refunds.aPaidOrder({ card: "pm_card_pendingRefund" })
    const { refundId } = await refund(paid, melons(paid))
    expect(await refunds.row(refundId)).toMatchObject({ status: "sent" })
    await accounts.sandbox.control("advance", { seconds: 60 })
    await refunds.hearOfEverything()
    expect(await refunds.row(refundId)).toMatchObject({ status: "done" })
    expect(await refunds.atProvider(paid.paymentId)).toEqual([[300, "succeeded"]])
  })

  it("twice at once · with one key it is one, with two keys no more than there is", async () => {
    const paid = await refunds.aPaidOrder()
    const admin = await refunds.admin()
    const input = refunds.input(paid.order.id, oneNotebook(paid))
    const same = await Promise.all([refundOrder(admin, input, "k1"), refundOrder(admin, input, "k1")])
    expect(new Set(same.map(({ refundId }) => refundId)).size).toBe(1)
    const others = await Promise.allSettled(["k2", "k3"].map((key) => refundOrder(admin, input, key)))
    expect(others.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
    for (const { id } of await refunds.rowsOf(paid.order.id)) await refunds.send(id)
    expect(await refunds.atProvider(paid.paymentId)).toEqual([
      [468, "succeeded"],
      [468, "succeeded"],
    ])
  })

  it("a line, then the rest by cancelling · only what was there comes back to the shelf", {
    tags: ["REFUND-1"],
  }, async () => {
    const paid = await refunds.aPaidOrder()
    await refund(paid, oneNotebook(paid))
    const admin = await refunds.admin()
    await cancelOrderAsAdmin(admin, { orderId: paid.order.id, reason: "The market closed." })
    const [, rest] = await refunds.rowsOf(paid.order.id)
    expect(rest).toMatchObject({ source: "cancellation", amountCents: TOTAL - 468, taxCents: 30 })
    await refunds.send(rest!.id)
    expect(await stockOf(accounts.database.db, paid.products.paper.variantId)).toBe(9)
    expect(await stockOf(accounts.database.db, paid.products.melons.variantId)).toBe(10)
    await expect(refund(paid, melons(paid))).rejects.toMatchObject({ code: "not_allowed" })
  })

  it("a line, then the customer's bank takes the rest · and gives it back", {
    tags: ["REFUND-8", "REFUND-10"],
  }, async () => {
    const paid = await refunds.aPaidOrder()
    await refunds.deliver(paid)
    await refund(paid, melons(paid))
    const dispute = await accounts.sandbox.control("dispute", { charge: paid.charge })
    await refunds.hearOfEverything()
    expect(await checkLedger(accounts.system())).toEqual([])
    await expect(refund(paid, oneNotebook(paid))).rejects.toMatchObject({
      code: "not_allowed",
      message: expect.stringContaining("This payment is disputed"),
    })
    await accounts.sandbox.control("close-dispute", { dispute: dispute.id, outcome: "won" })
    await refunds.hearOfEverything()
    expect(await refunds.earned(paid)).toBe(EARNED + FEE - 300)
  })
})

it("is shown to customer and seller with its reason and lines, and not who made it", {
  tags: ["REFUND-15"],
}, async () => {
  const paid = await refunds.aPaidOrder()
  await refund(paid, { ...oneNotebook(paid), sentence: "The cover was torn." })
  const told = {
    amountCents: 468,
    status: "done",
    reason: "Arrived broken: The cover was torn.",
    lines: [{ productName: "Notebook", quantity: 1, amountCents: 450, taxCents: 18 }],
  }
  for (const view of [
    await viewCustomerOrder(paid.shopper, paid.order.id),
    await viewSellerOrder(paid.seller, paid.order.id),
  ]) {
    expect(view.refunds).toMatchObject([told])
    expect(view.refunds[0]).not.toHaveProperty("madeBy")
  }
})

describe("a refund that the bank does not take", { tags: ["REFUND-12"] }, () => {
  it("fails after it was called done, is sent again under a new key, and its customer hears of it", async () => {
    const paid = await refunds.aPaidOrder()
    const { refundId } = await refund(paid, melons(paid))
    const { stripeRefundId: first } = await refunds.row(refundId)
    await accounts.sandbox.control("settle-refund", { refund: first, outcome: "failed" })
    await refunds.hearOfEverything()
    expect(await refunds.row(refundId)).toMatchObject({ status: "failed", failures: 1 })
    const told = await accounts.database.db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, paid.customer.userId))
    expect(told.filter(({ message }) => message.includes("We're sending it again"))).toHaveLength(1)

    await sweepDueRefunds(accounts.system())
    expect(await refunds.row(refundId)).toMatchObject({ status: "failed" })
    accounts.clock.advance({ minutes: 61 })
    await sweepDueRefunds(accounts.system())
    expect(await refunds.row(refundId)).toMatchObject({ status: "done", failures: 1 })
    // A late report about the first attempt changes nothing.
    await refunds.hearOfEverything()
    expect(await refunds.row(refundId)).toMatchObject({ status: "done" })
    expect(await refunds.atProvider(paid.paymentId)).toEqual([
      [300, "failed"],
      [300, "succeeded"],
    ])
    const steps = (await stepsOf(accounts.database.db, "refund", [refundId]))(refundId)
    expect(steps.map(({ move, from, to, actorRole }) => [move, from, to, actorRole])).toEqual([
      ["request", null, "due", "admin"],
      ["complete", "due", "done", "system"],
      ["fail", "done", "failed", "system"],
      ["retry", "failed", "due", "system"],
      ["complete", "due", "done", "system"],
    ])
  })

  it("is tried five times by itself, and then by an admin", async () => {
    const paid = await refunds.aPaidOrder()
    const { refundId } = await refund(paid, melons(paid))
    for (let failures = 1; failures <= 5; failures += 1) {
      const { stripeRefundId } = await refunds.row(refundId)
      await accounts.sandbox.control("settle-refund", { refund: stripeRefundId, outcome: "failed" })
      await refunds.hearOfEverything()
      expect(await refunds.row(refundId)).toMatchObject({ status: "failed", failures })
      if (failures === 5) break
      accounts.clock.advance({ hours: 2 ** (failures - 1), minutes: 1 })
      await sweepDueRefunds(accounts.system())
    }
    expect((await refunds.row(refundId)).nextTryAt).toBeNull()
    const admin = await refunds.admin()
    await retryRefund(admin, { refundId })
    await expect(retryRefund(admin, { refundId })).rejects.toMatchObject({ code: "illegal_move" })
    await refunds.send(refundId)
    expect(await refunds.row(refundId)).toMatchObject({ status: "done", failures: 5 })
  })
})
