import type { SellerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { keepOneSubscription } from "./keep-one-subscription.server.ts"
import { readSubscription } from "./read-subscription.server.ts"
import { saveSubscription } from "./sync-subscription.server.ts"

/**
 * Ends the seller's subscription immediately: from now on none of their products can be listed or bought. Paid orders
 * can still be completed. Throws `illegal_move` without a subscription.
 */
export async function cancelSubscription(ctx: SellerContext): Promise<void> {
  // Otherwise a subscription that was just paid in another tab would continue.
  await keepOneSubscription(ctx, { userId: ctx.actor.userId })
  const { subscriptionId, subscribed } = await readSubscription(ctx)
  if (!subscriptionId || !subscribed) throw new DomainError("illegal_move", "You're not subscribed.")
  const ended = await ctx.ports.subscriptions.cancel(subscriptionId)
  await saveSubscription(ctx, ended, ctx.now())
}
