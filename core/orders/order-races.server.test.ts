import { eq } from "drizzle-orm"
import { afterEach, expect, it } from "vitest"
import { takeDelivery } from "#core/deliveries/courier-steps.server.ts"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import { refundOrder } from "#core/payments/refund-order.server.ts"
import { deliveries, orders } from "#db/schema/index.ts"
import { atOneOrder } from "#tests/support/at-one-order.ts"
import { stockOf } from "#tests/support/checkout.ts"
import { ctxFor } from "#tests/support/database.ts"
import { noImages } from "#tests/support/factories/offers.ts"
import { aCourier } from "#tests/support/factories/people.ts"
import { usePayoutAccounts } from "#tests/support/payout-accounts.ts"
import { refundsIn } from "#tests/support/refunds.ts"
import { cancelSellerOrder } from "./cancel-seller-order.server.ts"
import { chooseCourier } from "./choose-courier.server.ts"
import { packLine } from "./pack-line.server.ts"
import { packOrder } from "./pack-order.server.ts"
import { settlePacking } from "./settle-packing.server.ts"

const accounts = usePayoutAccounts({ connections: 8 })
const refunds = refundsIn(accounts)

/** Ledger and provider agree to the cent after every test. */
afterEach(async () => {
  expect(await checkLedger(accounts.system())).toEqual([])
  const { provider, books } = await refunds.platformHolds()
  expect(provider).toBe(books)
})

/** A delivery that couriers are offered, of which one of two notebooks is missing. */
async function anOfferedOrder() {
  const paid = await refunds.aPaidOrder()
  await chooseCourier(paid.seller, { orderId: paid.order.id, hasDeliverer: false })
  await packLine(paid.seller, { lineId: paid.notebooks.id, packedQuantity: 1 })
  const { actor } = await aCourier(accounts.database.db)
  const parts = accounts.parts()
  const courier = ctxFor(accounts.database, actor, { ...parts, ports: { ...parts.ports, images: noImages } })
  return { ...paid, courier }
}

const deliveryOf = async (orderId: string) =>
  (await accounts.database.db.select().from(deliveries).where(eq(deliveries.orderId, orderId)))[0]!

const STEPS = ["pack", "cancel", "refund", "take"] as const
type Step = (typeof STEPS)[number]

/** Each step first and last, and each pair in both orders. */
const ORDERS = STEPS.flatMap((_, index) => {
  const turned = [...STEPS.slice(index), ...STEPS.slice(0, index)]
  return [turned, turned.toReversed()]
})

it("packed, canceled, refunded and taken at the same moment, an order gives back each cent and item once", {
  tags: ["PACK-3"],
  timeout: 60_000,
}, async () => {
  const admin = await refunds.admin()
  for (const first of ORDERS) {
    const { order, seller, courier, notebooks, products } = await anOfferedOrder()
    const { id: deliveryId } = await deliveryOf(order.id)
    const notebook = [{ lineId: notebooks.id, quantity: 1 }]
    const commands: Record<Step, () => Promise<unknown>> = {
      pack: () => packOrder(seller, { orderId: order.id, bags: 1, allAsOrdered: true }),
      cancel: () => cancelSellerOrder(seller, { orderId: order.id, reason: "It rained." }),
      refund: () => refundOrder(admin, refunds.input(order.id, { lines: notebook })),
      take: () => takeDelivery(courier, deliveryId),
    }
    const ended = await atOneOrder(accounts.database.pool, order.id, ...first.map((step) => commands[step]))
    // The others succeed if they get the lock before the cancellation.
    expect([first, ended[first.indexOf("cancel")]]).toEqual([first, "fulfilled"])
    expect([first, ended[0]]).toEqual([first, "fulfilled"])

    accounts.clock.advance({ seconds: 10 })
    await settlePacking(accounts.system(), { orderId: order.id })
    for (const { id } of await refunds.rowsOf(order.id)) await refunds.send(id)
    const cents = (await refunds.rowsOf(order.id)).reduce((sum, { amountCents }) => sum + amountCents, 0)
    expect([first, cents]).toEqual([first, order.totalCents])
    const [row] = await accounts.database.db.select().from(orders).where(eq(orders.id, order.id))
    expect(row?.status).toBe("cancelled")
    expect((await deliveryOf(order.id)).courierId).toBeNull()
    // The notebook that was packed returns, the missing one does not.
    expect(await stockOf(accounts.database.db, products.paper.variantId)).toBe(9)
    expect(await stockOf(accounts.database.db, products.melons.variantId)).toBe(10)
  }
})
