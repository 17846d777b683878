import { and, eq, inArray, isNull, like } from "drizzle-orm"
import { listRoles } from "#core/identity/list-roles.server.ts"
import { USUAL_EVENING_HOUR } from "#core/orders/evening-email.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { Transaction } from "#db/client.ts"
import {
  accountDeletions,
  addresses,
  apiTokens,
  carts,
  checkoutLines,
  checkoutMarkets,
  checkouts,
  courierPositions,
  couriers,
  credentials,
  customers,
  deliveries,
  drafts,
  emailChanges,
  favorites,
  idempotencyKeys,
  images,
  marketCalendars,
  marketChanges,
  marketDates,
  marketPhotos,
  markets,
  marketWords,
  memberships,
  notificationChoices,
  notifications,
  openingAlerts,
  orderLines,
  orders,
  passkeys,
  productImages,
  products,
  pushSubscriptions,
  refunds,
  replacementOffers,
  savedCards,
  sessions,
  termsAgreements,
  twoFactors,
  users,
  verifications,
} from "#db/schema/index.ts"
import { type DeletedAccount, NO_POSITION } from "./privacy.ts"
import { erasedTexts, hasTextsToErase } from "./typed-texts.server.ts"

/**
 * Erases what identifies the person from every table, in the caller's transaction, and queues the job for the work
 * outside the database; `email` is the address for the last email, if one is to be sent.
 */
export async function eraseAccount(
  ctx: DeletedAccount,
  tx: Transaction,
  message: { email: string; firstName: string } | null,
): Promise<void> {
  const { userId } = ctx.actor
  const roles = await listRoles({ actor: ctx.actor, db: tx })
  const [market] = await tx.select().from(markets).where(eq(markets.userId, userId))
  const [customer] = await tx
    .select()
    .from(customers)
    .where(eq(customers.userId, userId))
    .for("no key update")
  await tx.insert(accountDeletions).values({
    userId,
    ...message,
    stripeSubscriptionId: market?.stripeSubscriptionId ?? null,
    stripeCustomerId: customer?.stripeCustomerId ?? null,
    requestedAt: ctx.now(),
  })
  await eraseCustomer(ctx, tx)
  if (market) await eraseSeller(ctx, tx, market)
  await eraseCourier(ctx, tx)
  await eraseIdentity(ctx, tx)
  await emit(tx, "account.deleted", { userId, roles })
}

/**
 * Anonymizes a buyer's purchases: the cart is deleted, and orders keep what was sold and refunded, for how much, and
 * the location by which it was taxed (city, state, zip), without name, street, phone, email, card and an admin's reason
 * for a refund.
 */
async function eraseCustomer(ctx: DeletedAccount, tx: Transaction): Promise<void> {
  const { userId } = ctx.actor
  await tx.delete(carts).where(eq(carts.customerId, userId))
  await tx
    .update(checkouts)
    .set({ ...erasedTexts("customer", checkouts, userId), ...NO_POSITION })
    .where(eq(checkouts.customerId, userId))
  await eraseNotes(ctx, tx)
  await eraseDeliveries(ctx, tx)
  await eraseRefundReasons(ctx, tx)
  await tx.delete(addresses).where(eq(addresses.customerId, userId))
  await tx.delete(savedCards).where(eq(savedCards.customerId, userId))
  await tx.delete(favorites).where(eq(favorites.customerId, userId))
  await tx.delete(openingAlerts).where(eq(openingAlerts.customerId, userId))
  await tx
    .update(customers)
    .set({ ...erasedTexts("customer", customers, userId), stripeCustomerId: null })
    .where(eq(customers.userId, userId))
}

/** Erases the customer's notes to markets; the cart's own notes are deleted with it. */
async function eraseNotes(ctx: DeletedAccount, tx: Transaction): Promise<void> {
  const { userId } = ctx.actor
  await tx
    .update(orders)
    .set(erasedTexts("customer", orders, userId))
    .where(and(eq(orders.customerId, userId), hasTextsToErase("customer", orders)))
  const own = tx.select({ id: checkouts.id }).from(checkouts).where(eq(checkouts.customerId, userId))
  await tx
    .update(checkoutMarkets)
    .set(erasedTexts("customer", checkoutMarkets, userId))
    .where(inArray(checkoutMarkets.checkoutId, own))
}

/** An admin's reason for a refund may name the customer; amounts and lines stay. */
async function eraseRefundReasons(ctx: DeletedAccount, tx: Transaction): Promise<void> {
  const bought = tx.select({ id: orders.id }).from(orders).where(eq(orders.customerId, ctx.actor.userId))
  await tx
    .update(refunds)
    .set(erasedTexts("customer", refunds, ctx.actor.userId))
    .where(and(inArray(refunds.orderId, bought), eq(refunds.source, "order")))
}

async function eraseDeliveries(ctx: DeletedAccount, tx: Transaction): Promise<void> {
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
      ...erasedTexts("customer", deliveries, ctx.actor.userId),
      ...NO_POSITION,
      addressId: null,
      photoId: null,
    })
    .where(inArray(deliveries.id, ids))
}

type Market = typeof markets.$inferSelect

/**
 * Closes a seller's market permanently. Customers' receipts keep its name and town, by which the tax was computed, and
 * what was sold; the owner's name, street, phone and images are erased. Every product leaves the catalog. The account's
 * id at the payment provider stays, since the law requires us to record what was paid to whom; the account may be paid
 * until it is closed.
 */
async function eraseSeller(ctx: DeletedAccount, tx: Transaction, market: Market): Promise<void> {
  const now = ctx.now()
  await tx
    .update(markets)
    .set({
      ...erasedTexts("seller", markets, market.userId),
      ...NO_POSITION,
      ownerPhotoId: null,
      marketPhotoId: null,
      certificateId: null,
      eveningEmailHour: USUAL_EVENING_HOUR,
      eveningEmailDay: null,
      // Denied, so that the market is never listed again, no matter what the provider still reports about the
      // subscription.
      approval: "denied" as const,
      decidedAt: now,
      subscription: "cancelled" as const,
      subscriptionCheckedAt: now,
      updatedAt: now,
    })
    .where(eq(markets.id, market.id))
  await tx.delete(marketChanges).where(eq(marketChanges.marketId, market.id))
  await tx.delete(marketPhotos).where(eq(marketPhotos.marketId, market.id))
  await tx.delete(marketCalendars).where(eq(marketCalendars.marketId, market.id))
  await tx.delete(marketDates).where(eq(marketDates.marketId, market.id))
  await tx.delete(favorites).where(eq(favorites.marketId, market.id))
  await tx.delete(openingAlerts).where(eq(openingAlerts.marketId, market.id))
  await tx.delete(marketWords).where(eq(marketWords.marketId, market.id))
  const sold = tx.select({ id: products.id }).from(products).where(eq(products.marketId, market.id))
  await tx
    .update(products)
    .set({ retiredAt: now })
    .where(and(eq(products.marketId, market.id), isNull(products.retiredAt)))
  for (const lines of [orderLines, checkoutLines, replacementOffers])
    await tx
      .update(lines)
      .set({ imageContainer: null, imageName: null })
      .where(inArray(lines.productId, sold))
  await tx.delete(productImages).where(inArray(productImages.productId, sold))
  await expireImages(tx, now, await imagesOf(tx, market))
}

async function imagesOf(tx: Transaction, market: Market): Promise<string[]> {
  const own = await tx
    .select({ id: images.id })
    .from(images)
    .where(
      and(eq(images.ownerId, market.userId), inArray(images.container, ["products", "markets", "identity"])),
    )
  const documents = [market.ownerPhotoId, market.marketPhotoId, market.certificateId]
  return [...own.map(({ id }) => id), ...documents.flatMap((id) => id ?? [])]
}

/**
 * Erases a courier's name, address, phone and documents. Their deliveries and earnings stay, under their id; the photos
 * at the doors belong to those orders.
 */
async function eraseCourier(ctx: DeletedAccount, tx: Transaction): Promise<void> {
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
      ...erasedTexts("courier", couriers, userId),
      ...NO_POSITION,
      photoId: null,
      approval: "denied" as const,
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

/**
 * Ends every access (password, passkeys, sessions, tokens, links in emails) and leaves an id without a name or an
 * email.
 */
async function eraseIdentity(ctx: DeletedAccount, tx: Transaction): Promise<void> {
  const { userId } = ctx.actor
  const ways = [pushSubscriptions, sessions, apiTokens, credentials, twoFactors, passkeys, memberships]
  for (const table of [...ways, emailChanges, notificationChoices, notifications, drafts, termsAgreements])
    await tx.delete(table).where(eq(table.userId, userId))
  await tx.delete(verifications).where(like(verifications.value, `%"${userId}"%`))
  await tx.delete(idempotencyKeys).where(like(idempotencyKeys.scope, `%${userId}`))
  await tx
    .update(users)
    .set({
      ...erasedTexts("person", users, userId),
      quietFromMinutes: null,
      quietToMinutes: null,
      emailVerified: false,
      twoFactorEnabled: false,
      deletedAt: ctx.now(),
      updatedAt: ctx.now(),
    })
    .where(eq(users.id, userId))
}

/** Marks images as expired: the deletion's own job deletes them, or the hourly sweep. */
async function expireImages(tx: Transaction, now: Date, imageIds: readonly string[]): Promise<void> {
  if (imageIds.length === 0) return
  await tx
    .update(images)
    // One millisecond ago, because the job looks for times before now.
    .set({ deleteAfter: new Date(now.getTime() - 1) })
    .where(and(inArray(images.id, [...imageIds]), isNull(images.deletedAt)))
}
