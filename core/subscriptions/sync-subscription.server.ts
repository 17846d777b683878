import { and, eq, isNotNull, isNull, lte, ne, or } from "drizzle-orm"
import { isSubscribed } from "#core/approvals/seller-card.ts"
import type { Context } from "#core/context.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { ProviderSubscription } from "#core/ports/subscriptions.ts"
import type { Transaction } from "#db/client.ts"
import { markets, users } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"

/** Fetches a subscription from the provider and stores its state. */
export async function syncSubscription(ctx: Context, subscriptionId: string): Promise<void> {
  const asked = ctx.now()
  const subscription = await ctx.ports.subscriptions.find(subscriptionId)
  if (subscription.userId && isSubscribed(subscription.state) && (await isDeleted(ctx, subscription.userId)))
    // It was paid on a page that was still open when the account was deleted.
    await ctx.ports.subscriptions.cancel(subscriptionId)
  else await saveSubscription(ctx, subscription, asked)
}

async function isDeleted(ctx: Context, userId: string): Promise<boolean> {
  return (await ctx.db.$count(users, and(eq(users.id, userId), isNotNull(users.deletedAt)))) > 0
}

/**
 * Stores the state of a subscription that the provider returned at the moment `asked`, unless a later state is stored.
 * A subscription without a seller here changes nothing. An ended or unpaid subscription does not replace the seller's
 * current one. A second paid subscription, or one that a denied seller paid for, is ended and refunded by a job.
 */
export async function saveSubscription(
  ctx: Context,
  subscription: ProviderSubscription,
  asked: Date,
): Promise<void> {
  const { userId } = subscription
  if (!userId) return
  await transaction(ctx.db, async (tx) => {
    const [market] = await tx.select().from(markets).where(eq(markets.userId, userId)).for("no key update")
    if (!market || market.stripeCustomerId !== subscription.customerId) return
    const isOther = market.stripeSubscriptionId !== null && market.stripeSubscriptionId !== subscription.id
    if (isOther && !isSubscribed(subscription.state)) return
    const isSecond = isOther && isSubscribed(market.subscription)
    const isTooLate =
      market.approval === "denied" &&
      market.stripeSubscriptionId !== subscription.id &&
      isSubscribed(subscription.state)
    if (isSecond || isTooLate) return emit(tx, "plan.doubled", { userId })
    const kept = await keep(tx, market.id, subscription, asked, isOther)
    if (kept && market.subscription !== subscription.state)
      await emit(tx, "plan.changed", { userId, before: market.subscription, now: subscription.state })
  })
}

async function keep(
  tx: Transaction,
  marketId: string,
  subscription: ProviderSubscription,
  asked: Date,
  isOther: boolean,
): Promise<boolean> {
  const isNewer = isOther
    ? undefined
    : or(
        isNull(markets.subscriptionCheckedAt),
        lte(markets.subscriptionCheckedAt, asked),
        isNull(markets.stripeSubscriptionId),
        ne(markets.stripeSubscriptionId, subscription.id),
      )
  const kept = await tx
    .update(markets)
    .set({
      stripeSubscriptionId: subscription.id,
      subscription: subscription.state,
      subscriptionCheckedAt: asked,
    })
    .where(and(eq(markets.id, marketId), isNewer))
    .returning({ id: markets.id })
  return kept.length > 0
}
