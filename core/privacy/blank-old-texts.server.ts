import { and, eq, exists, gte, lt, notExists, or, type SQL, sql } from "drizzle-orm"
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
import { NO_POSITION } from "./privacy.ts"
import { blankTexts } from "./typed-texts.server.ts"

/**
 * Blanks the addresses of released checkouts that must stay because somebody may still have a question about a payment.
 */
export async function blankAbandoned({ db }: SystemContext, before: Date): Promise<void> {
  const { isThere, blank } = blankTexts(checkouts, "abandonedCheckoutDays")
  await updateInBatches(
    db,
    checkouts,
    { by: checkouts.createdAt, when: and(releasedBefore(before), isThere) },
    { ...blank, ...NO_POSITION },
  )
}

/**
 * Blanks customers' drop-off instructions: in the copies in orders, checkouts and carts, and in the saved address
 * itself, unless a later order used it or it was edited since.
 */
export async function blankInstructions({ db }: SystemContext, before: Date): Promise<void> {
  const brought = blankTexts(deliveries, "instructionDays")
  await updateInBatches(
    db,
    deliveries,
    { by: deliveries.createdAt, when: and(brought.isThere, lt(deliveries.createdAt, before)) },
    brought.blank,
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
  const saved = blankTexts(addresses, "instructionDays")
  const orderedTo = db.select({ id: deliveries.id }).from(deliveries)
  await updateInBatches(
    db,
    addresses,
    {
      by: addresses.updatedAt,
      when: and(
        saved.isThere,
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
    saved.blank,
  )
}

/** Blanks customers' notes to markets, and the phone numbers of pickups: in orders and their checkouts, in abandoned checkouts, and in carts. */
export async function blankNotes({ db }: SystemContext, before: Date, abandonedBefore: Date): Promise<void> {
  const ordered = blankTexts(orders, "noteDays")
  await updateInBatches(
    db,
    orders,
    { by: orders.createdAt, when: and(ordered.isThere, lt(orders.createdAt, before)) },
    ordered.blank,
  )
  // A subquery per row: with a join, PostgreSQL may read every checkout and cart to find the few with a note.
  const isOver = db
    .select({ isOver: or(lt(checkouts.createdAt, before), releasedBefore(abandonedBefore)) as SQL })
    .from(checkouts)
    .where(eq(checkouts.id, checkoutMarkets.checkoutId))
  const frozen = blankTexts(checkoutMarkets, "noteDays")
  await updateInBatches(
    db,
    checkoutMarkets,
    { by: checkoutMarkets.checkoutId, when: and(frozen.isThere, sql`${isOver}`) },
    frozen.blank,
  )
  const isLeft = db
    .select({ isLeft: lt(carts.updatedAt, before) })
    .from(carts)
    .where(eq(carts.customerId, cartMarkets.customerId))
  const inCart = blankTexts(cartMarkets, "noteDays")
  await updateInBatches(
    db,
    cartMarkets,
    { by: cartMarkets.customerId, when: and(inCart.isThere, sql`${isLeft}`) },
    inCart.blank,
  )
}
