import { and, eq } from "drizzle-orm"
import type { Transaction } from "#db/client.ts"
import { couriers, images } from "#db/schema/index.ts"
import { expireImages } from "./expire-images.server.ts"
import type { Leaver } from "./leaver.ts"
import { DELETED_NAME } from "./tombstone.ts"

/**
 * Takes a courier's name, address, phone and documents away. What they delivered and earned stays, under their id; the
 * photos at the doors belong to those orders.
 */
export async function eraseCourier(ctx: Leaver, tx: Transaction): Promise<void> {
  const { userId } = ctx.actor
  const now = ctx.now()
  const [had] = await tx
    .select({ photoId: couriers.photoId })
    .from(couriers)
    .where(eq(couriers.userId, userId))
  if (!had) return
  await tx
    .update(couriers)
    .set({
      ...DELETED_NAME,
      address: "",
      addressOne: "",
      city: "",
      zip: "",
      phone: "",
      photoId: null,
      lat: null,
      lng: null,
      positionSource: null,
      placeId: null,
      approval: "denied" as const,
      denialReason: "The account was deleted.",
      decidedAt: now,
      updatedAt: now,
    })
    .where(eq(couriers.userId, userId))
  const documents = await tx
    .select({ id: images.id })
    .from(images)
    .where(and(eq(images.ownerId, userId), eq(images.container, "identity")))
  await expireImages(tx, now, [...documents.map(({ id }) => id), ...(had.photoId ? [had.photoId] : [])])
}
