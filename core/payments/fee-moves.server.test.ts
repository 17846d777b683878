import { and, eq, sum } from "drizzle-orm"
import { afterEach, describe, expect, it } from "vitest"
import type { CourierContext } from "#core/context.ts"
import {
  deliverDelivery,
  giveBackDelivery,
  pickUpDelivery,
  takeDelivery,
} from "#core/deliveries/courier-steps.server.ts"
import { cents } from "#core/money.ts"
import { chooseCourier } from "#core/orders/choose-courier.server.ts"
import { takeBackOwnDelivery } from "#core/orders/take-back-own-delivery.server.ts"
import { withdrawOffer } from "#core/orders/withdraw-offer.server.ts"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import { quoteRefund } from "#core/payments/quote-refund.server.ts"
import { refundOrder } from "#core/payments/refund-order.server.ts"
import { deliveries, ledgerEntries, transfers } from "#db/schema/index.ts"
import { offersIn } from "#tests/support/factories/offers.ts"
import { usePayoutAccounts } from "#tests/support/payout-accounts.ts"
import { refundsIn } from "#tests/support/refunds.ts"

const accounts = usePayoutAccounts({ connections: 4 })
const refunds = refundsIn(accounts)
const { aSignedInCourier } = offersIn(accounts.database)

const FEE = 399
const photo = new Uint8Array([1, 2, 3])

type Paid = Awaited<ReturnType<typeof refunds.aPaidOrder>>

/** Refunds everything that the customer paid, at the seller's cost. */
const refundAll = (paid: Paid) => refunds.refund(paid, { ...refunds.everything(paid, FEE), bearer: "seller" })

async function offered({ seller, order }: Paid): Promise<string> {
  await chooseCourier(seller, { orderId: order.id, hasDeliverer: false })
  const [delivery] = await accounts.database.db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(eq(deliveries.orderId, order.id))
  return delivery!.id
}

async function bring(courier: CourierContext, deliveryId: string) {
  await takeDelivery(courier, deliveryId)
  await pickUpDelivery(courier, deliveryId)
  await deliverDelivery(courier, { deliveryId, photo })
}

const courierTransfers = ({ order }: Paid) =>
  accounts.database.db
    .select({ userId: transfers.userId, amountCents: transfers.amountCents })
    .from(transfers)
    .where(and(eq(transfers.orderId, order.id), eq(transfers.party, "deliverer")))

async function heldBy(userId: string): Promise<number> {
  const [row] = await accounts.database.db
    .select({ cents: sum(ledgerEntries.amountCents).mapWith(Number) })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.userId, userId))
  return row?.cents ?? 0
}

afterEach(async () => expect(await checkLedger(accounts.system())).toEqual([]))

describe("a delivery fee that has moved", { tags: ["DELIV-10"] }, () => {
  it("is paid out to the courier who delivered, however many gave the delivery back", async () => {
    const paid = await refunds.aPaidOrder()
    const deliveryId = await offered(paid)
    // Couriers whose ids sort before and after the delivering courier's: the ledger lists them in any order.
    const [before, courier, after] = [
      await aSignedInCourier(),
      await aSignedInCourier(),
      await aSignedInCourier(),
    ]
    for (const other of [before, after]) {
      await takeDelivery(other, deliveryId)
      await giveBackDelivery(other, deliveryId)
      expect(await heldBy(other.actor.userId)).toBe(0)
    }
    await bring(courier, deliveryId)
    expect(await courierTransfers(paid)).toEqual([{ userId: courier.actor.userId, amountCents: FEE }])
  })

  it("leaves a seller who no longer delivers without a debt, after a refund of all", {
    tags: ["REFUND-14"],
  }, async () => {
    const paid = await refunds.aPaidOrder()
    await chooseCourier(paid.seller, { orderId: paid.order.id, hasDeliverer: true })
    await refundAll(paid)
    expect(await refunds.earned(paid)).toBe(0)
    await takeBackOwnDelivery(paid.seller, paid.order.id)
    expect(await refunds.earned(paid)).toBe(0)
    const courier = await aSignedInCourier()
    await bring(courier, await offered(paid))
    expect(await heldBy(courier.actor.userId)).toBe(FEE)
    expect(await refunds.earned(paid)).toBe(0)
  })

  it("brings nothing to a seller who delivers what a courier gave back, after a refund of all", {
    tags: ["REFUND-14"],
  }, async () => {
    const paid = await refunds.aPaidOrder()
    const deliveryId = await offered(paid)
    const courier = await aSignedInCourier()
    await takeDelivery(courier, deliveryId)
    await refundAll(paid)
    expect(await refunds.earned(paid)).toBe(0)
    await giveBackDelivery(courier, deliveryId)
    await withdrawOffer(paid.seller, paid.order.id)
    await refunds.deliver(paid)
    expect(await refunds.earned(paid)).toBe(0)
    expect(await refunds.transferOf(paid)).toBeUndefined()
  })

  it("between the review of a refund and the refund has it reviewed again", {
    tags: ["REFUND-11"],
  }, async () => {
    const paid = await refunds.aPaidOrder()
    const deliveryId = await offered(paid)
    const admin = await refunds.admin()
    const input = refunds.input(paid.order.id, { feeCents: cents(FEE) })
    const { amountCents, leftCents, shares } = await quoteRefund(admin, input)
    const reviewed = {
      ...input,
      reviewedCents: amountCents,
      reviewedLeftCents: leftCents,
      reviewedSellerCents: shares.sellerCents,
    }
    await takeDelivery(await aSignedInCourier(), deliveryId)
    await expect(refundOrder(admin, reviewed)).rejects.toMatchObject({
      code: "invalid",
      message: "The market covers $3.99 of this now, not what you reviewed. Review it again.",
    })
  })
})
