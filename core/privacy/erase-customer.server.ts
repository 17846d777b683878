import { eq, inArray } from "drizzle-orm"
import type { Transaction } from "#db/client.ts"
import { carts, checkouts, courierPositions, customers, deliveries, orders } from "#db/schema/index.ts"
import { expireImages } from "./expire-images.server.ts"
import type { Leaver } from "./leaver.ts"
import { DELETED_NAME } from "./tombstone.ts"

/**
 * Takes a buyer out of what they bought: the cart goes, and orders keep what was
 * sold, for how much, and the place by which it was taxed (city, state, zip), without name, street, phone and email.
 */
export async function eraseCustomer(ctx: Leaver, tx: Transaction): Promise<void> {
  const { userId } = ctx.actor
  await tx.delete(carts).where(eq(carts.customerId, userId))
  await tx
    .update(checkouts)
    .set({ shipTo: null, billing: null, lat: null, lng: null, positionSource: null, placeId: null })
    .where(eq(checkouts.customerId, userId))
  await eraseDeliveries(ctx, tx)
  await tx.update(customers).set(DELETED_NAME).where(eq(customers.userId, userId))
}

async function eraseDeliveries(ctx: Leaver, tx: Transaction): Promise<void> {
  const bought = tx.select({ id: orders.id }).from(orders).where(eq(orders.customerId, ctx.actor.userId))
  const gone = await tx
    .select({ id: deliveries.id, photoId: deliveries.photoId })
    .from(deliveries)
    .where(inArray(deliveries.orderId, bought))
  if (gone.length === 0) return
  const ids = gone.map(({ id }) => id)
  await tx.delete(courierPositions).where(inArray(courierPositions.deliveryId, ids))
  // The photo at the door shows where somebody lives.
  await expireImages(
    tx,
    ctx.now(),
    gone.flatMap(({ photoId }) => photoId ?? []),
  )
  await tx
    .update(deliveries)
    .set({
      ...DELETED_NAME,
      address: "",
      addressOne: "",
      phone: "",
      email: "",
      lat: null,
      lng: null,
      positionSource: null,
      placeId: null,
      trackingNumber: null,
      photoId: null,
    })
    .where(inArray(deliveries.id, ids))
}
