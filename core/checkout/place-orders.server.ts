import { and, eq, inArray } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { add, type Cents, cents, rateOf } from "#core/money.ts"
import { notify } from "#core/notifications/notify.server.ts"
import { confirmationCode } from "#core/orders/confirmation-code.ts"
import { emit } from "#core/outbox.server.ts"
import { bookSale } from "#core/payments/book-sale.server.ts"
import { processorFee, shareProcessorFee } from "#core/payments/processor-fee.ts"
import type { Executor, Transaction } from "#db/client.ts"
import {
  cartLines,
  checkoutLines,
  checkoutMarkets,
  checkouts,
  deliveries,
  markets,
  orderLines,
  orders,
} from "#db/schema/index.ts"
import type { CheckoutRow } from "./live-checkout.server.ts"

type Part = typeof checkoutMarkets.$inferSelect & { sellerId: string; marketName: string; feeCents: Cents }

/**
 * Makes one order per market of a paid checkout, books each, clears what was bought from the cart and tells customer
 * and sellers. The caller holds the checkout's lock and has just moved it to `completed`.
 */
export async function placeOrders(ctx: Context, tx: Transaction, checkout: CheckoutRow): Promise<string[]> {
  const orderIds: string[] = []
  for (const part of await readParts(ctx, tx, checkout))
    orderIds.push(await placeOrder(ctx, tx, checkout, part))
  await clearBought(tx, checkout)
  return orderIds
}

/** The orders of a checkout, oldest first. */
export async function orderIdsOf(executor: Executor, checkoutId: string): Promise<string[]> {
  const rows = await executor
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.checkoutId, checkoutId))
    .orderBy(orders.number)
  return rows.map((row) => row.id)
}

async function readParts(ctx: Context, tx: Transaction, checkout: CheckoutRow): Promise<Part[]> {
  const rows = await tx
    .select({ part: checkoutMarkets, sellerId: markets.userId, marketName: markets.name })
    .from(checkoutMarkets)
    .innerJoin(markets, eq(markets.id, checkoutMarkets.marketId))
    .where(eq(checkoutMarkets.checkoutId, checkout.id))
    .orderBy(checkoutMarkets.id)
  const fee = processorFee(checkout.totalCents, ctx.rates.processor)
  await tx.update(checkouts).set({ processorFeeCents: fee }).where(eq(checkouts.id, checkout.id))
  const shares = shareProcessorFee(
    fee,
    rows.map(({ part }) => totalOf(part)),
  )
  return rows.map(({ part, sellerId, marketName }, index) => ({
    ...part,
    sellerId,
    marketName,
    feeCents: shares[index] ?? cents(0),
  }))
}

const totalOf = (part: { itemsCents: Cents; taxCents: Cents; deliveryCents: Cents }) =>
  add(part.itemsCents, part.taxCents, part.deliveryCents)

async function placeOrder(ctx: Context, tx: Transaction, checkout: CheckoutRow, part: Part): Promise<string> {
  const { itemsCents, taxCents, deliveryCents } = part
  const amounts = {
    itemsCents,
    taxCents,
    deliveryCents,
    processorFeeCents: part.feeCents,
    platformFeeCents: rateOf(itemsCents, ctx.rates.platformRate),
  }
  const [order] = await tx
    .insert(orders)
    .values({
      checkoutId: checkout.id,
      customerId: checkout.customerId,
      marketId: part.marketId,
      fulfilment: checkout.fulfilment,
      // A pickup order waits for its seller as "pending"; a delivery order has no status until the seller acts.
      status: checkout.fulfilment === "pickup" ? "pending" : null,
      confirmation: confirmationCode(),
      totalCents: totalOf(part),
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
      ...amounts,
    })
    .returning()
  if (!order) throw new Error("The order was not written.")
  await copyLines(tx, checkout.id, part.marketId, order.id)
  if (checkout.fulfilment === "delivery") await addDelivery(ctx, tx, checkout, part, order.id)
  await bookSale(tx, { orderId: order.id, sellerId: part.sellerId, ...amounts })
  await tell(tx, checkout, part, order)
  return order.id
}

async function copyLines(tx: Transaction, checkoutId: string, marketId: string, orderId: string) {
  const lines = await tx
    .select()
    .from(checkoutLines)
    .where(and(eq(checkoutLines.checkoutId, checkoutId), eq(checkoutLines.marketId, marketId)))
    .orderBy(checkoutLines.id)
  await tx
    .insert(orderLines)
    .values(
      lines.map(({ id: _id, checkoutId: _checkout, marketId: _market, ...line }) => ({ ...line, orderId })),
    )
}

async function addDelivery(
  ctx: Context,
  tx: Transaction,
  checkout: CheckoutRow,
  part: Part,
  orderId: string,
): Promise<void> {
  if (!checkout.shipTo) throw new Error(`Checkout ${checkout.id} is a delivery without an address.`)
  const { lat, lng, positionSource, placeId, shipTo } = checkout
  await tx.insert(deliveries).values({
    orderId,
    ...shipTo,
    lat,
    lng,
    positionSource,
    placeId,
    distanceMiles: part.distanceMiles,
    feeCents: part.deliveryCents,
    createdAt: ctx.now(),
  })
}

async function tell(
  tx: Transaction,
  checkout: CheckoutRow,
  part: Part,
  order: { id: string; number: number },
): Promise<void> {
  const { customerId } = checkout
  await emit(tx, "order.placed", { orderId: order.id, customerId, sellerId: part.sellerId })
  await notify(tx, {
    userId: customerId,
    role: "customer",
    orderId: order.id,
    message: `Your order ${order.number} at ${part.marketName} is placed.`,
  })
  await notify(tx, {
    userId: part.sellerId,
    role: "seller",
    orderId: order.id,
    message: `New order ${order.number}.`,
  })
}

/** What was bought leaves the cart; what another tab put in meanwhile stays. */
async function clearBought(tx: Transaction, checkout: CheckoutRow): Promise<void> {
  const bought = tx
    .select({ id: checkoutLines.variantId })
    .from(checkoutLines)
    .where(eq(checkoutLines.checkoutId, checkout.id))
  await tx
    .delete(cartLines)
    .where(and(eq(cartLines.customerId, checkout.customerId), inArray(cartLines.variantId, bought)))
  await emit(tx, "cart.changed", { customerId: checkout.customerId })
}
