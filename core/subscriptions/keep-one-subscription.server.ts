import { eq } from "drizzle-orm"
import { isSubscribed } from "#core/approvals/seller-card.ts"
import type { Context } from "#core/context.ts"
import { once } from "#core/idempotency.server.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { ProviderSubscription } from "#core/ports/subscriptions.ts"
import { markets } from "#db/schema/index.ts"
import { saveSubscription, syncSubscription } from "./sync-subscription.server.ts"

/**
 * Leaves a seller with one subscription: the one on the market's row, or else the oldest one that is paid. The others,
 * begun in another tab or on the provider's page, are ended and refunded, and the seller is notified. A denied seller
 * is left with none, so that nobody pays for a market that may not sell. Safe to repeat.
 */
export async function keepOneSubscription(ctx: Context, { userId }: { userId: string }): Promise<void> {
  const { customerId, subscriptionId, approval } = await subscriptionOf(ctx, userId)
  if (!customerId) return
  const asked = ctx.now()
  const subscriptions = await ctx.ports.subscriptions.subscriptionsOf(customerId)
  const [oldest, ...more] = subscriptions.filter(({ state }) => isSubscribed(state))
  if (!oldest) return
  if (approval === "denied") return endAll(ctx, userId, { customerId, subscriptionId, subscriptions })
  if (subscriptionId && ![oldest, ...more].some(({ id }) => id === subscriptionId))
    await syncSubscription(ctx, subscriptionId)
  await saveSubscription(ctx, oldest, asked)
  const kept = (await subscriptionOf(ctx, userId)).subscriptionId
  if (!subscriptions.some(({ id }) => id === kept)) throw new Error("The seller's plan changed meanwhile.")
  for (const subscription of subscriptions)
    if (subscription.id !== kept) await undo(ctx, userId, subscription)
  await ctx.ports.subscriptions.closeSubscriptionPages(customerId)
}

/**
 * Refunds subscriptions that were paid on a page that was still open when the market was denied: they never became the
 * market's subscription. Ends the market's own without a refund.
 */
async function endAll(
  ctx: Context,
  userId: string,
  {
    customerId,
    subscriptionId,
    subscriptions,
  }: { customerId: string; subscriptionId: string | null; subscriptions: readonly ProviderSubscription[] },
): Promise<void> {
  for (const subscription of subscriptions) {
    if (subscription.id === subscriptionId) await ctx.ports.subscriptions.cancel(subscription.id)
    else await undo(ctx, userId, subscription)
    await syncSubscription(ctx, subscription.id)
  }
  await ctx.ports.subscriptions.closeSubscriptionPages(customerId)
}

async function subscriptionOf(ctx: Context, userId: string) {
  const [market] = await ctx.db
    .select({
      customerId: markets.stripeCustomerId,
      subscriptionId: markets.stripeSubscriptionId,
      approval: markets.approval,
    })
    .from(markets)
    .where(eq(markets.userId, userId))
  return market ?? { customerId: null, subscriptionId: null, approval: null }
}

/**
 * The subscription is canceled last, so that if this job dies earlier, the next run finds the subscription again and
 * continues.
 */
async function undo(ctx: Context, userId: string, { id, state }: ProviderSubscription): Promise<void> {
  if (isSubscribed(state)) {
    const amountCents = await ctx.ports.subscriptions.giveBack(id)
    await once(ctx, { scope: userId, command: "plan.refunded", key: id, request: id }, (tx) =>
      emit(tx, "plan.refunded", { userId, amountCents }),
    )
  }
  await ctx.ports.subscriptions.cancel(id)
}
