import { eq } from "drizzle-orm"
import { afterEach, describe, expect, it } from "vitest"
import { pickUpDelivery, takeDelivery } from "#core/deliveries/courier-steps.server.ts"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import { refundOrder } from "#core/payments/refund-order.server.ts"
import { deliveries, variants } from "#db/schema/index.ts"
import { atOneOrder } from "#tests/support/at-one-order.ts"
import { ctxFor } from "#tests/support/database.ts"
import { noImages } from "#tests/support/factories/offers.ts"
import { aCourier } from "#tests/support/factories/people.ts"
import { usePayoutAccounts } from "#tests/support/payout-accounts.ts"
import { type ReplacedOrder as Paid, replacementsIn } from "#tests/support/replacements.ts"
import { cancelSellerOrder } from "./cancel-seller-order.server.ts"
import { chooseCourier } from "./choose-courier.server.ts"
import { expireReplacement } from "./expire-replacement.server.ts"
import { packOrder } from "./pack-order.server.ts"
import { ANSWER_MS } from "./replacement.ts"
import { setPickupStatus } from "./set-pickup-status.server.ts"

const accounts = usePayoutAccounts({ connections: 6 })
const {
  refunds,
  aPaidOrder,
  offer,
  say,
  expire,
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

describe("the fifteen minutes", { tags: ["REPL-2"] }, () => {
  it("end with the replacement where the customer wished one", async () => {
    const paid = await aPaidOrder({ wish: "replace" })
    const { offerId } = await offer(paid)
    await expect(expire(offerId)).rejects.toThrow("can still be answered")
    accounts.clock.advance({ minutes: 15 })
    await runDueJobs(paid)
    expect(await stateOf(offerId)).toEqual(["accepted", "time"])
    expect(await linesOf(paid)).toHaveLength(3)
  })

  it("end with a refund where the customer wished nothing", async () => {
    const paid = await aPaidOrder()
    const before = await stock(paid)
    const { offerId } = await offer(paid)
    accounts.clock.advance({ minutes: 15 })
    await runDueJobs(paid)
    expect(await stateOf(offerId)).toEqual(["expired", "time"])
    expect(await stock(paid)).toBe(before)
    await packAndSettle(paid)
    expect(await refundOf(paid)).toEqual([450 + Math.floor(paid.notebooks.taxCents / 2)])
  })

  it("are over for the customer to the second, even if their job is late; packing then ends the offer", async () => {
    const paid = await aPaidOrder({ wish: "replace" })
    const { offerId } = await offer(paid)
    accounts.clock.advance({ minutes: 15 })
    await expect(say(paid, offerId, "no")).rejects.toMatchObject({ code: "illegal_move" })
    await packAndSettle(paid)
    expect(await stateOf(offerId)).toEqual(["accepted", "time"])
    expect((await linesOf(paid))[2]).toMatchObject({ productName: "Sketchbook", packedQuantity: 1 })
  })

  it("hold packing until the customer has answered", async () => {
    const paid = await aPaidOrder()
    const { offerId } = await offer(paid)
    const pack = () => packOrder(paid.seller, { orderId: paid.order.id, bags: 1, allAsOrdered: true })
    await expect(pack()).rejects.toMatchObject({
      code: "illegal_move",
      message: "Wait for the customer's answer, or take the offer back.",
    })
    await say(paid, offerId, "no")
    await pack()
  })

  it("end without a replacement when the order is refunded, canceled or leaves the market", async () => {
    const ends: Record<string, (paid: Paid) => Promise<unknown>> = {
      refunded: async ({ order }) =>
        refundOrder(await refunds.admin(), refunds.input(order.id, { amountCents: 100 as never })),
      canceled: ({ seller, order }) =>
        cancelSellerOrder(seller, { orderId: order.id, reason: "The stall burned down." }),
      "handed over": ({ seller, order }) =>
        setPickupStatus(seller, { orderId: order.id, status: "picked up" }),
    }
    for (const [what, end] of Object.entries(ends)) {
      const paid = await aPaidOrder()
      const before = await stock(paid)
      const { offerId } = await offer(paid)
      await end(paid)
      expect([what, await stateOf(offerId), await stock(paid)]).toEqual([what, ["withdrawn", null], before])
      await expect(say(paid, offerId, "yes")).rejects.toMatchObject({ code: "illegal_move" })
      accounts.clock.advance({ minutes: 15 })
      await runDueJobs(paid)
    }
  })

  it("go on while a courier is on the way, and end when they have the bag", async () => {
    const paid = await aPaidOrder({ pickup: false })
    await chooseCourier(paid.seller, { orderId: paid.order.id, hasDeliverer: false })
    const { offerId } = await offer(paid)
    const [delivery] = await accounts.database.db
      .select()
      .from(deliveries)
      .where(eq(deliveries.orderId, paid.order.id))
    const { actor } = await aCourier(accounts.database.db)
    const parts = accounts.parts()
    const courier = ctxFor(accounts.database, actor, {
      ...parts,
      ports: { ...parts.ports, images: noImages },
    })
    await takeDelivery(courier, delivery!.id)
    expect(await stateOf(offerId)).toEqual(["open", null])
    await pickUpDelivery(courier, delivery!.id)
    expect(await stateOf(offerId)).toEqual(["withdrawn", null])
    accounts.clock.advance({ seconds: 10 })
    await runDueJobs(paid)
    expect(await refundOf(paid)).toEqual([450 + Math.floor(paid.notebooks.taxCents / 2)])
  })
})

/** Both begin, in this order, before either has locked the order. */
const atOnce = ({ order }: Paid, first: () => Promise<unknown>, second: () => Promise<unknown>) =>
  atOneOrder(accounts.database.pool, order.id, first, second)

describe("at the same moment", { tags: ["REPL-3"] }, () => {
  it("an answer and the end of its time: one of the two, and one line at most", async () => {
    for (const isAnswerFirst of [true, false]) {
      const paid = await aPaidOrder()
      const before = await stock(paid)
      const { offerId } = await offer(paid)
      // The job's clock is at the end of the time, the answer's just before it.
      const over = new Date(accounts.clock.now().getTime() + ANSWER_MS)
      const answer = () => say(paid, offerId, "yes")
      const end = () => expireReplacement({ ...accounts.system(), now: () => over }, { offerId })
      const [first, second] = isAnswerFirst ? [answer, end] : [end, answer]
      const ended = await atOnce(paid, first, second)
      expect(ended).toEqual(isAnswerFirst ? ["fulfilled", "fulfilled"] : ["fulfilled", "rejected"])
      expect(await stateOf(offerId)).toEqual(isAnswerFirst ? ["accepted", "customer"] : ["expired", "time"])
      expect(await linesOf(paid)).toHaveLength(isAnswerFirst ? 3 : 2)
      expect(await stock(paid)).toBe(isAnswerFirst ? before! - 1 : before)
      await packAndSettle(paid)
    }
  })

  it("two answers: the first counts, and only one line is added", async () => {
    const different = await aPaidOrder()
    const first = (await offer(different)).offerId
    const ended = await atOnce(
      different,
      () => say(different, first, "no"),
      () => say(different, first, "yes"),
    )
    expect(ended).toEqual(["fulfilled", "rejected"])
    expect(await linesOf(different)).toHaveLength(2)
    const same = await aPaidOrder()
    const { offerId } = await offer(same)
    const yes = () => say(same, offerId, "yes")
    expect(await atOnce(same, yes, yes)).toEqual(["fulfilled", "fulfilled"])
    expect(await linesOf(same)).toHaveLength(3)
  })

  it("packing and an answer: packing waits for the answer, and what is refunded is right", async () => {
    for (const isPackFirst of [true, false]) {
      const paid = await aPaidOrder()
      const { offerId } = await offer(paid)
      const pack = () => packOrder(paid.seller, { orderId: paid.order.id, bags: 1, allAsOrdered: true })
      const yes = () => say(paid, offerId, "yes")
      const [first, second] = isPackFirst ? [pack, yes] : [yes, pack]
      expect(await atOnce(paid, first, second)).toEqual([isPackFirst ? "rejected" : "fulfilled", "fulfilled"])
      await packAndSettle(paid)
      const [notebooks, , sketchbook] = await linesOf(paid)
      expect(await refundOf(paid)).toEqual([50 + Math.floor(notebooks!.taxCents / 2) - sketchbook!.taxCents])
    }
  })

  it("a cancellation and an answer: all is refunded once, and all returns to stock", async () => {
    for (const isCancelFirst of [true, false]) {
      const paid = await aPaidOrder()
      const before = await stock(paid)
      const { offerId } = await offer(paid)
      const cancel = () => cancelSellerOrder(paid.seller, { orderId: paid.order.id, reason: "It rained." })
      const yes = () => say(paid, offerId, "yes")
      const [first, second] = isCancelFirst ? [cancel, yes] : [yes, cancel]
      expect(await atOnce(paid, first, second)).toEqual([
        "fulfilled",
        isCancelFirst ? "rejected" : "fulfilled",
      ])
      expect(await stock(paid)).toBe(before)
      await runDueJobs(paid)
      expect(await refundOf(paid)).toEqual([paid.order.totalCents])
    }
  })

  it("two phones offer the last one: it is held once", async () => {
    const paid = await aPaidOrder({ sketch: { stock: 1 } })
    const same = () => offer(paid)
    expect(await atOnce(paid, same, same)).toEqual(["fulfilled", "fulfilled"])
    expect(await offersOf(paid)).toHaveLength(1)
    const [row] = await accounts.database.db
      .select()
      .from(variants)
      .where(eq(variants.id, paid.sketchbook.variantId))
    expect(row?.stock).toBe(0)
  })
})
