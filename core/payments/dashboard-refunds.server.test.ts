import { afterEach, describe, expect, it } from "vitest"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import { usePayoutAccounts } from "#tests/support/payout-accounts.ts"
import { refundsIn } from "#tests/support/refunds.ts"
import { refundOrder } from "./refund-order.server.ts"
import { sweepDueRefunds } from "./send-refund.server.ts"
import { settleRefunds } from "./settle-refunds.server.ts"

const accounts = usePayoutAccounts({ connections: 4 })
const refunds = refundsIn(accounts)
const { refund, oneNotebook, melons } = refunds

/** $12.00 of items, $3.99 delivery, $0.48 tax. */
const TOTAL = 1647

/** Makes a refund fail, as when the bank rejects it. */
async function giveUp(providerRefundId: unknown) {
  await accounts.sandbox.control("settle-refund", { refund: providerRefundId, outcome: "failed" })
  await refunds.hearOfEverything()
}

/**
 * Requests a payment's refunds from the provider, but applies the response only when the returned function is called.
 */
async function answerHeldBack(paymentId: string): Promise<() => Promise<void>> {
  const ctx = accounts.system()
  const asked = Promise.withResolvers<void>()
  const told = Promise.withResolvers<void>()
  const payments: typeof ctx.ports.payments = {
    ...ctx.ports.payments,
    async refundsOf(of) {
      const answer = await ctx.ports.payments.refundsOf(of)
      asked.resolve()
      await told.promise
      return answer
    },
  }
  const settled = settleRefunds({ ...ctx, ports: { ...ctx.ports, payments } }, { paymentId })
  await asked.promise
  return () => {
    told.resolve()
    return settled
  }
}

async function sendAgain() {
  accounts.clock.advance({ hours: 3 })
  await sweepDueRefunds(accounts.system())
  await refunds.hearOfEverything()
}

/** After each case, order, ledger and sandbox agree to the cent. */
afterEach(async () => {
  expect(await checkLedger(accounts.system())).toEqual([])
  const { provider, books } = await refunds.platformHolds()
  expect(provider).toBe(books)
})

describe("a refund in the provider's dashboard", { tags: ["REFUND-13"] }, () => {
  it("is booked once over the orders of its payment, in proportion to what is left of each", async () => {
    const paid = await refunds.aPaidOrder({ markets: 2 })
    const [one, other] = paid.placed
    await refund({ ...paid, ...one! }, oneNotebook({ ...paid, ...one! }))
    await accounts.sandbox.control("refund", { charge: paid.charge, amount: 1000 })
    await refunds.hearOfEverything()
    await refunds.hearOfEverything()
    const left = TOTAL - 468
    const share = Math.round((1000 * left) / (left + TOTAL))
    const [, first] = await refunds.rowsOf(one!.order.id)
    expect(first).toMatchObject({
      amountCents: share,
      source: "provider",
      bearer: "seller",
      status: "done",
      reason: "Refunded by our payment team",
    })
    expect((await refunds.rowsOf(other!.order.id)).map(({ amountCents }) => amountCents)).toEqual([
      1000 - share,
    ])
  })

  it("of all before fulfillment leaves the order as it is, with nothing left", async () => {
    const paid = await refunds.aPaidOrder()
    await accounts.sandbox.control("refund", { charge: paid.charge })
    await refunds.hearOfEverything()
    expect((await refunds.rowsOf(paid.order.id)).map(({ amountCents }) => amountCents)).toEqual([TOTAL])
    expect(await refunds.earned(paid)).toBe(0)
    await expect(refund(paid, melons(paid))).rejects.toMatchObject({ code: "invalid" })
    await refunds.deliver(paid)
    expect(await refunds.transferOf(paid)).toBeUndefined()
  })

  it("that was faster than ours does ours: no more goes back than was paid", async () => {
    const paid = await refunds.aPaidOrder()
    const { refundId } = await refundOrder(await refunds.admin(), refunds.input(paid.order.id, melons(paid)))
    await accounts.sandbox.control("refund", { charge: paid.charge, amount: TOTAL - 100 })
    await expect(refunds.send(refundId)).rejects.toThrow("greater than unrefunded")
    await refunds.hearOfEverything()
    expect(await refunds.row(refundId)).toMatchObject({ status: "due", coveredCents: 200 })
    await refunds.send(refundId)
    expect(await refunds.atProvider(paid.paymentId)).toEqual([
      [TOTAL - 100, "succeeded"],
      [100, "succeeded"],
    ])
    expect(await refunds.row(refundId)).toMatchObject({ status: "done" })
  })

  it("is kept when an answer from before it comes late", async () => {
    const paid = await refunds.aPaidOrder()
    const { refundId } = await refundOrder(await refunds.admin(), refunds.input(paid.order.id, melons(paid)))
    await accounts.sandbox.control("refund", { charge: paid.charge, amount: TOTAL - 200 })
    const late = await answerHeldBack(paid.paymentId)
    accounts.clock.advance({ seconds: 1 })
    await accounts.sandbox.control("refund", { charge: paid.charge, amount: 100 })
    await refunds.hearOfEverything()
    expect(await refunds.row(refundId)).toMatchObject({ status: "due", coveredCents: 200 })
    await late()
    expect(await refunds.row(refundId)).toMatchObject({ status: "due", coveredCents: 200 })
    await refunds.send(refundId)
    expect(await refunds.row(refundId)).toMatchObject({ status: "done" })
  })

  it("of all, of which no event came, is heard of by the second try of ours", async () => {
    const paid = await refunds.aPaidOrder()
    const { refundId } = await refundOrder(await refunds.admin(), refunds.input(paid.order.id, melons(paid)))
    await accounts.sandbox.control("refund", { charge: paid.charge })
    await expect(refunds.send(refundId)).rejects.toThrow("already been refunded")
    await refunds.send(refundId)
    expect(await refunds.row(refundId)).toMatchObject({ status: "done", coveredCents: 300 })
    expect(await refunds.atProvider(paid.paymentId)).toEqual([[TOTAL, "succeeded"]])
  })

  it("that did a part of ours and fails leaves that part to be sent by us", async () => {
    const paid = await refunds.aPaidOrder()
    const { refundId } = await refundOrder(await refunds.admin(), refunds.input(paid.order.id, melons(paid)))
    const beyond = await accounts.sandbox.control("refund", { charge: paid.charge, amount: TOTAL - 100 })
    await refunds.hearOfEverything()
    await refunds.send(refundId)
    expect(await refunds.row(refundId)).toMatchObject({ status: "done", coveredCents: 200 })

    await giveUp(beyond.id)
    expect(await refunds.row(refundId)).toMatchObject({ status: "failed", coveredCents: 100 })
    await sendAgain()
    expect(await refunds.rowsOf(paid.order.id)).toMatchObject([{ status: "done" }, { status: "done" }])
    const standing = (await refunds.atProvider(paid.paymentId)).filter(([, state]) => state !== "failed")
    expect(standing.toSorted()).toEqual(
      [
        [100, "succeeded"],
        [TOTAL - 300, "succeeded"],
        [200, "succeeded"],
      ].toSorted(),
    )
  })

  it("that fails, and the part that we had sent before fails too: all of it is sent by us", async () => {
    const paid = await refunds.aPaidOrder()
    const { refundId } = await refundOrder(await refunds.admin(), refunds.input(paid.order.id, melons(paid)))
    const beyond = await accounts.sandbox.control("refund", { charge: paid.charge, amount: TOTAL - 100 })
    await refunds.hearOfEverything()
    await refunds.send(refundId)
    const { stripeRefundId: first } = await refunds.row(refundId)
    await giveUp(beyond.id)
    await sendAgain()
    await giveUp(first)
    expect(await refunds.row(refundId)).toMatchObject({ status: "failed", failures: 2, coveredCents: 200 })
    await sendAgain()
    await sendAgain()
    expect(await refunds.row(refundId)).toMatchObject({ status: "done" })
    const charge = await accounts.sandbox.stripe.charges.retrieve(paid.charge)
    expect(charge.amount_refunded).toBe(TOTAL)
  })

  it("that fails is sent again by us", async () => {
    const paid = await refunds.aPaidOrder()
    const { id } = await accounts.sandbox.control("refund", { charge: paid.charge, amount: 700 })
    await refunds.hearOfEverything()
    await accounts.sandbox.control("settle-refund", { refund: id, outcome: "failed" })
    await refunds.hearOfEverything()
    const [row] = await refunds.rowsOf(paid.order.id)
    expect(row).toMatchObject({ status: "failed", failures: 1 })
    accounts.clock.advance({ minutes: 61 })
    await sweepDueRefunds(accounts.system())
    await refunds.hearOfEverything()
    expect(await refunds.rowsOf(paid.order.id)).toMatchObject([{ status: "done", amountCents: 700 }])
    expect(await refunds.atProvider(paid.paymentId)).toEqual([
      [700, "failed"],
      [700, "succeeded"],
    ])
  })
})
