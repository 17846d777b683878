import { and, asc, eq, type SQL, sql } from "drizzle-orm"
import { itemText } from "#core/catalog/product.ts"
import { type Held, restoreStock } from "#core/checkout/checkout-queries.server.ts"
import { withdraw } from "#core/outbox/due-events.server.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { bookExchange } from "#core/payments/book-exchange.server.ts"
import type { Transaction } from "#db/client.ts"
import { markets, orderLines, orders, replacementOffers } from "#db/schema/index.ts"
import type { Context, SystemActor } from "../context.ts"
import { notFound } from "../errors.ts"
import { isId } from "../ids.ts"
import { notify } from "../notifications/notify.server.ts"
import { moveOffers } from "./move-replacement.server.ts"
import { lockOrder } from "./order-queries.server.ts"
import {
  type AnsweredBy,
  answeredMessage,
  endedMessage,
  exchange,
  moveOnSilence,
  type ReplacementMove,
} from "./replacement.ts"
import type { ReplacementOffer } from "./replacement-queries.server.ts"

/** An offer with the line that it is for, and what its order's messages need. */
export type FoundOffer = Awaited<ReturnType<typeof readOffers>>[number]

const readOffers = (tx: Transaction, where: SQL | undefined) =>
  tx
    .select({
      offer: replacementOffers,
      line: {
        productName: orderLines.productName,
        size: orderLines.size,
        unit: orderLines.unit,
        unitAmount: orderLines.unitAmount,
        byWeight: orderLines.byWeight,
      },
      order: {
        id: orders.id,
        number: orders.number,
        customerId: orders.customerId,
        wish: orders.replacement,
        sellerId: markets.userId,
        marketName: markets.name,
      },
    })
    .from(replacementOffers)
    .innerJoin(orderLines, eq(orderLines.id, replacementOffers.lineId))
    .innerJoin(orders, eq(orders.id, replacementOffers.orderId))
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .where(where)
    .orderBy(asc(replacementOffers.id))

const openOffers = (tx: Transaction, orderId: string) =>
  readOffers(tx, and(eq(replacementOffers.orderId, orderId), eq(replacementOffers.status, "open")))

/**
 * Locks the order of an offer, and returns the offer as it is then. `mine` limits the lookup to the actor's own orders.
 * Throws `not_found`.
 */
export async function lockOffer(
  tx: Transaction,
  offerId: string,
  mine: SQL | undefined,
): Promise<FoundOffer> {
  const ofOffer = isId(offerId) ? eq(replacementOffers.id, offerId) : sql`false`
  const [before] = await readOffers(tx, and(ofOffer, mine))
  if (!before) throw notFound("This replacement")
  await lockOrder(tx, before.order.id, mine)
  const [found] = await readOffers(tx, ofOffer)
  if (!found) throw notFound("This replacement")
  return found
}

/** The replacement becomes a line of the order, paid for with what was paid for what is missing. */
export async function acceptOffer(
  ctx: Context,
  tx: Transaction,
  found: FoundOffer,
  answeredBy: AnsweredBy,
): Promise<void> {
  const { order } = found
  const offer = await move(ctx, tx, found, { move: "accept", answeredBy })
  await tx.insert(orderLines).values({
    orderId: order.id,
    productId: offer.productId,
    variantId: offer.variantId,
    quantity: offer.quantity,
    unitPriceCents: offer.unitPriceCents,
    taxCents: offer.taxCents,
    category: offer.category,
    section: offer.section,
    productName: offer.productName,
    size: offer.size,
    unit: offer.unit,
    unitAmount: offer.unitAmount,
    byWeight: offer.byWeight,
    imageContainer: offer.imageContainer,
    imageName: offer.imageName,
    replacesLineId: offer.lineId,
  })
  await tx
    .update(orderLines)
    .set({
      replacedQuantity: sql`${orderLines.replacedQuantity} + ${offer.missingQuantity}`,
      differenceReason: "replaced",
    })
    .where(eq(orderLines.id, offer.lineId))
  const { taxToItemsCents } = exchange(offer)
  await bookExchange(tx, {
    orderId: order.id,
    sellerId: order.sellerId,
    offerId: offer.id,
    taxToItemsCents,
  })
  await announce(tx, { ...found, offer })
}

type Ending = { move: Exclude<ReplacementMove, "offer">; answeredBy: AnsweredBy | null }

/**
 * Ends an offer without a replacement: what is missing is refunded when the order is packed. Returns what it held, for
 * the caller to return to stock.
 */
export async function endOffer(
  ctx: Context,
  tx: Transaction,
  found: FoundOffer,
  ending: Ending & { move: Exclude<ReplacementMove, "offer" | "accept"> },
): Promise<Held[]> {
  const offer = await move(ctx, tx, found, ending)
  await announce(tx, { ...found, offer })
  return [offer]
}

/** Ends open offers as silence does: with the replacement if the customer wished one, else without. */
export async function endInTime(ctx: Context, tx: Transaction, offers: readonly FoundOffer[]): Promise<void> {
  const system = { ...ctx, actor: { role: "system" } satisfies SystemActor }
  const held: Held[] = []
  for (const found of offers)
    if (moveOnSilence(found.order.wish) === "accept") await acceptOffer(system, tx, found, "time")
    else held.push(...(await endOffer(system, tx, found, { move: "expire", answeredBy: "time" })))
  await restoreStock(tx, held)
}

/**
 * Ends the offers of an order whose time is over, if their job has not run yet. Returns how many are still open. The
 * caller must hold the lock on the order's row.
 */
export async function endOverdue(ctx: Context, tx: Transaction, orderId: string): Promise<number> {
  const open = await openOffers(tx, orderId)
  const overdue = open.filter(({ offer }) => offer.expiresAt <= ctx.now())
  await endInTime(ctx, tx, overdue)
  return open.length - overdue.length
}

/**
 * Withdraws the open offers of an order that is refunded, canceled or leaves the market. The caller must hold the lock
 * on the order's row, and return what they held to the stock, together with its other changes of stock.
 */
export async function closeOffers(ctx: Context, tx: Transaction, orderId: string): Promise<Held[]> {
  const open = await openOffers(tx, orderId)
  for (const found of open) {
    await move(ctx, tx, found, { move: "withdraw", answeredBy: null })
    await emitEnded(tx, found)
  }
  return open.map(({ offer }) => offer)
}

async function move(
  ctx: Context,
  tx: Transaction,
  { offer }: FoundOffer,
  { move, answeredBy }: Ending,
): Promise<ReplacementOffer> {
  const where = eq(replacementOffers.id, offer.id)
  const [moved] = await moveOffers(ctx, tx, { move, where, set: { answeredBy } })
  if (!moved) throw new Error("An offer moved while its order was held.")
  await withdraw(tx, "replacement.due", { offerId: offer.id })
  return moved
}

async function announce(tx: Transaction, { offer, line, order }: FoundOffer): Promise<void> {
  const { id: orderId, number, customerId, sellerId, marketName } = order
  const news = {
    number,
    marketName,
    offered: itemText(offer),
    missing: itemText({ ...line, quantity: offer.missingQuantity }),
  }
  const [toCustomer, toSeller] = [endedMessage(offer, news), answeredMessage(offer, news)]
  await notify(
    tx,
    ...(toCustomer ? [{ userId: customerId, role: "customer" as const, orderId, message: toCustomer }] : []),
    ...(toSeller ? [{ userId: sellerId, role: "seller" as const, orderId, message: toSeller }] : []),
  )
  await emitEnded(tx, { order })
}

const emitEnded = (tx: Transaction, { order }: Pick<FoundOffer, "order">) =>
  emit(tx, "replacement.ended", {
    orderId: order.id,
    customerId: order.customerId,
    sellerId: order.sellerId,
  })
