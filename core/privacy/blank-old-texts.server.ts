import { and, eq, exists, gte, isNotNull, lt, notExists, or, type SQL, sql } from "drizzle-orm"
import { releasedBefore } from "#core/checkout/holds.server.ts"
import type { SystemContext } from "#core/context.ts"
import { updateInBatches } from "#db/in-batches.ts"
import {
  addresses,
  cartMarkets,
  carts,
  checkoutMarkets,
  checkouts,
  deliveries,
  orders,
} from "#db/schema/index.ts"

/**
 * Blanks the addresses of released checkouts that must stay because somebody may still have a question about a payment.
 */
export async function blankAbandoned({ db }: SystemContext, before: Date): Promise<void> {
  await updateInBatches(
    db,
    checkouts,
    {
      by: checkouts.createdAt,
      when: and(releasedBefore(before), or(isNotNull(checkouts.shipTo), isNotNull(checkouts.billing))),
    },
    { shipTo: null, billing: null, lat: null, lng: null, positionSource: null, placeId: null },
  )
}

/**
 * Blanks customers' drop-off instructions: in the copies in orders, checkouts and carts, and in the saved address
 * itself, unless a later order used it or it was edited since.
 */
export async function blankInstructions({ db }: SystemContext, before: Date): Promise<void> {
  await updateInBatches(
    db,
    deliveries,
    {
      by: deliveries.createdAt,
      when: and(isNotNull(deliveries.instructions), lt(deliveries.createdAt, before)),
    },
    { instructions: null },
  )
  const inCheckout = sql`${checkouts.shipTo} ? 'instructions'`
  await updateInBatches(
    db,
    checkouts,
    {
      by: checkouts.createdAt,
      when: and(inCheckout, lt(checkouts.createdAt, before), lt(checkouts.updatedAt, before)),
    },
    { shipTo: sql`${checkouts.shipTo} - 'instructions'` },
  )
  await updateInBatches(
    db,
    carts,
    { by: carts.customerId, when: and(sql`${carts.shipTo} ? 'instructions'`, lt(carts.updatedAt, before)) },
    { shipTo: sql`${carts.shipTo} - 'instructions'` },
  )
  const toIt = eq(deliveries.addressId, addresses.id)
  const orderedTo = db.select({ id: deliveries.id }).from(deliveries)
  await updateInBatches(
    db,
    addresses,
    {
      by: addresses.updatedAt,
      when: and(
        isNotNull(addresses.instructions),
        lt(addresses.updatedAt, before),
        exists(orderedTo.where(toIt)),
        notExists(
          db
            .select()
            .from(deliveries)
            .where(and(toIt, gte(deliveries.createdAt, before))),
        ),
      ),
    },
    { instructions: null },
  )
}

/** Blanks customers' notes to markets: in orders and their checkouts, in abandoned checkouts, and in carts. */
export async function blankNotes({ db }: SystemContext, before: Date, abandonedBefore: Date): Promise<void> {
  await updateInBatches(
    db,
    orders,
    { by: orders.createdAt, when: and(isNotNull(orders.note), lt(orders.createdAt, before)) },
    { note: null },
  )
  // A subquery per row: with a join, PostgreSQL may read every checkout and cart to find the few with a note.
  const isOver = db
    .select({ isOver: or(lt(checkouts.createdAt, before), releasedBefore(abandonedBefore)) as SQL })
    .from(checkouts)
    .where(eq(checkouts.id, checkoutMarkets.checkoutId))
  await updateInBatches(
    db,
    checkoutMarkets,
    { by: checkoutMarkets.checkoutId, when: and(isNotNull(checkoutMarkets.note), sql`${isOver}`) },
    { note: null },
  )
  const isLeft = db
    .select({ isLeft: lt(carts.updatedAt, before) })
    .from(carts)
    .where(eq(carts.customerId, cartMarkets.customerId))
  await updateInBatches(
    db,
    cartMarkets,
    { by: cartMarkets.customerId, when: and(isNotNull(cartMarkets.note), sql`${isLeft}`) },
    { note: null },
  )
}
