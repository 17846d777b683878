import type { SellerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { readSubscription, type SellerSubscription } from "./read-subscription.server.ts"
import { saveSubscription } from "./sync-subscription.server.ts"

/**
 * Replaces the card that pays for the subscription, and pays any open invoice with it. Throws `payment_failed` with the
 * reason, `illegal_move` without a subscription.
 */
export async function updateCard(ctx: SellerContext, { token }: { token: string }): Promise<void> {
  const { customerId, subscriptionId, status } = await ownSubscription(ctx)
  await ctx.ports.subscriptions.changeCard(customerId, token)
  if (status !== "past_due") return
  const paid = await ctx.ports.subscriptions.payOpen(subscriptionId)
  await saveSubscription(ctx, paid, ctx.now())
}

/** Returns the URL of the provider's own page for another card, for browsers without JavaScript. */
export async function openCardPage(
  ctx: SellerContext,
  back: { successUrl: string; cancelUrl: string },
): Promise<string> {
  const { customerId } = await ownSubscription(ctx)
  const page = await ctx.ports.subscriptions.createCardPage({ customerId, ...back })
  if (!page.url) throw new DomainError("provider_down", "The card page didn't open. Please try again.")
  return page.url
}

/**
 * Runs when the browser returns from the provider's card page: its card becomes the subscription's. Throws `invalid` if
 * no card was entered or the page is someone else's.
 */
export async function finishCardPage(ctx: SellerContext, { pageId }: { pageId: string }): Promise<void> {
  const subscription = await readSubscription(ctx)
  const page = pageId ? await ctx.ports.subscriptions.findCardPage(pageId) : null
  if (!page?.cardId || page.customerId !== subscription.customerId)
    throw new DomainError("invalid", "No card was entered. Please try again.")
  await updateCard(ctx, { token: page.cardId })
}

async function ownSubscription(
  ctx: SellerContext,
): Promise<SellerSubscription & { customerId: string; subscriptionId: string }> {
  const subscription = await readSubscription(ctx)
  const { customerId, subscriptionId } = subscription
  if (!customerId || !subscriptionId || !subscription.subscribed)
    throw new DomainError("illegal_move", "You're not subscribed.")
  return { ...subscription, customerId, subscriptionId }
}
