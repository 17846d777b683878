import { and, asc, eq, isNotNull, lt } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { MINUTE_MS } from "#core/durations.ts"
import { rowByRow } from "#core/row-by-row.ts"
import { defineSweep } from "#core/sweep.ts"
import { savedCards } from "#db/schema/index.ts"

/** A job that has not run by then was lost with its queue. */
const LOST_AFTER_MINUTES = 15

/** Removes a card at the provider, and then its row. Safe to repeat. */
export async function detachCard(ctx: SystemContext, { cardId }: { cardId: string }): Promise<void> {
  const isRemoved = and(eq(savedCards.id, cardId), isNotNull(savedCards.removedAt))
  const [card] = await ctx.db.select().from(savedCards).where(isRemoved)
  if (!card) return
  await ctx.ports.payments.forgetCard(card.stripePaymentMethodId)
  await ctx.db.delete(savedCards).where(isRemoved)
}

/** Removes the cards whose job was lost. One that fails does not stop the others. */
export async function sweepRemovedCards(ctx: SystemContext): Promise<void> {
  const before = new Date(ctx.now().getTime() - LOST_AFTER_MINUTES * MINUTE_MS)
  const removed = await ctx.db
    .select({ cardId: savedCards.id })
    .from(savedCards)
    .where(lt(savedCards.removedAt, before))
    .orderBy(asc(savedCards.removedAt))
    .limit(100)
  await rowByRow(removed, (card) => detachCard(ctx, card))
}

export const removedCardsSweep = defineSweep("detach-removed-cards", 15 * MINUTE_MS, sweepRemovedCards)
