import { and, desc, eq, isNull } from "drizzle-orm"
import type { Context, CustomerContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { KeptCard } from "#core/ports/payments.ts"
import type { Transaction } from "#db/client.ts"
import { customers, savedCards } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { type CardFace, MOST_CARDS } from "./saved-card.ts"

type Row = typeof savedCards.$inferSelect

const ofCustomer = (customerId: string) =>
  and(eq(savedCards.customerId, customerId), isNull(savedCards.removedAt))

/** The customer's saved cards, the newest first. */
export async function listCards(
  ctx: Pick<CustomerContext, "db" | "actor">,
): Promise<(CardFace & { id: string; createdAt: Date })[]> {
  return ctx.db
    .select({
      id: savedCards.id,
      brand: savedCards.brand,
      lastFour: savedCards.lastFour,
      expMonth: savedCards.expMonth,
      expYear: savedCards.expYear,
      createdAt: savedCards.createdAt,
    })
    .from(savedCards)
    .where(ofCustomer(ctx.actor.userId))
    .orderBy(desc(savedCards.id))
}

/** A card of the customer. Throws `not_found` for another's, and for one that was removed. */
export async function ownCard(ctx: CustomerContext, cardId: string): Promise<Row> {
  if (!isId(cardId)) throw notFound("This card")
  const [card] = await ctx.db
    .select()
    .from(savedCards)
    .where(and(eq(savedCards.id, cardId), ofCustomer(ctx.actor.userId)))
  if (!card) throw notFound("This card")
  return card
}

/** Whether the customer may save one more card. */
export const hasRoomForCard = async (ctx: CustomerContext): Promise<boolean> =>
  (await ctx.db.$count(savedCards, ofCustomer(ctx.actor.userId))) < MOST_CARDS

/**
 * Writes down the card that the provider kept with the customer's consent, once, however often its payment is reported.
 * The same card saved again replaces the first; one more than `MOST_CARDS` is removed at the provider. Does nothing if
 * the account was deleted: its cards are deleted at the provider with it.
 */
export async function writeCard(
  ctx: Pick<Context, "now">,
  tx: Transaction,
  customerId: string,
  kept: KeptCard | null,
): Promise<void> {
  if (!kept) return
  const [customer] = await tx
    .select({ userId: customers.userId })
    .from(customers)
    .where(and(eq(customers.userId, customerId), eq(customers.stripeCustomerId, kept.customerId)))
    .for("no key update")
  if (!customer) return
  const cards = await tx.select().from(savedCards).where(eq(savedCards.customerId, customerId))
  if (cards.some((card) => card.stripePaymentMethodId === kept.methodId)) return
  const saved = cards.filter((card) => !card.removedAt)
  const replaced = saved.filter((card) => isSame(card, kept))
  const isFull = saved.length - replaced.length >= MOST_CARDS
  for (const card of replaced) await markRemoved(ctx, tx, card)
  const { brand, lastFour, expMonth, expYear, methodId } = kept
  const [written] = await tx
    .insert(savedCards)
    .values({
      customerId,
      stripePaymentMethodId: methodId,
      ...{ brand, lastFour, expMonth, expYear },
      createdAt: ctx.now(),
    })
    .returning()
  if (isFull && written) await markRemoved(ctx, tx, written)
}

const isSame = (card: CardFace, { brand, lastFour, expMonth, expYear }: CardFace): boolean =>
  card.brand === brand && card.lastFour === lastFour && card.expMonth === expMonth && card.expYear === expYear

/** Removes a card: it can no longer be used here, and a job removes it at the provider. Throws `not_found`. */
export async function removeCard(ctx: CustomerContext, { cardId }: { cardId: string }): Promise<CardFace> {
  const card = await ownCard(ctx, cardId)
  await transaction(ctx.db, (tx) => markRemoved(ctx, tx, card))
  return card
}

/** Two tabs may remove one card: the second finds nothing to do. */
async function markRemoved(ctx: Pick<Context, "now">, tx: Transaction, card: Row): Promise<void> {
  const [removed] = await tx
    .update(savedCards)
    .set({ removedAt: ctx.now() })
    .where(and(eq(savedCards.id, card.id), isNull(savedCards.removedAt)))
    .returning({ id: savedCards.id })
  if (removed) await emit(tx, "card.removed", { cardId: removed.id })
}
