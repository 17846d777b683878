import { and, eq, isNull } from "drizzle-orm"
import { isSubscribed } from "#core/approvals/seller-card.ts"
import type { SellerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import type { ProviderSubscription } from "#core/ports/subscriptions.ts"
import { markets } from "#db/schema/index.ts"
import { readSubscription, type SellerSubscription } from "./read-subscription.server.ts"
import { saveSubscription, syncSubscription } from "./sync-subscription.server.ts"

/**
 * Begins the monthly subscription with a card. The result has the client secret with which the seller's browser pays
 * the first month with `cardId`; an existing unpaid subscription is returned again. Throws `illegal_move` if the seller
 * is subscribed, `not_allowed` if a subscription would be of no use yet, `payment_failed` with the reason.
 */
export async function beginSubscription(
  ctx: SellerContext,
  { token }: { token: string },
): Promise<ProviderSubscription & { cardId: string }> {
  const { subscription, customerId } = await openCustomer(ctx)
  await ctx.ports.subscriptions.closeSubscriptionPages(customerId)
  const cardId = await ctx.ports.subscriptions.changeCard(customerId, token)
  const begun = (await unpaidSubscription(ctx, subscription)) ?? (await begin(ctx, subscription, customerId))
  await saveSubscription(ctx, begun, ctx.now())
  return { ...begun, cardId }
}

/** Begins a subscription and charges the first month immediately, for clients that cannot confirm a payment. */
export async function subscribe(ctx: SellerContext, input: { token: string }): Promise<ProviderSubscription> {
  const { id } = await beginSubscription(ctx, input)
  const paid = await ctx.ports.subscriptions.payOpen(id)
  await saveSubscription(ctx, paid, ctx.now())
  return paid
}

/**
 * Returns the URL of the provider's page for the first month, the same in two tabs, for browsers without JavaScript.
 */
export async function openSubscriptionPage(
  ctx: SellerContext,
  back: { successUrl: string; cancelUrl: string },
): Promise<string> {
  const { subscription, customerId } = await openCustomer(ctx)
  const page = await ctx.ports.subscriptions.createSubscriptionPage({
    userId: subscription.userId,
    customerId,
    ...back,
  })
  if (!page.url) throw new DomainError("provider_down", "The card page didn't open. Please try again.")
  return page.url
}

/** Runs when the browser returns from paying: fetches the subscription immediately, before any webhook. */
export async function finishSubscription(
  ctx: SellerContext,
  { pageId }: { pageId?: string | undefined } = {},
) {
  const subscription = await readSubscription(ctx)
  const page = pageId ? await ctx.ports.subscriptions.findCardPage(pageId) : null
  const subscriptionId =
    page && page.customerId === subscription.customerId ? page.subscriptionId : subscription.subscriptionId
  if (subscriptionId) await syncSubscription(ctx, subscriptionId)
  const known = await readSubscription(ctx)
  // A seller who resubscribed has a new subscription, but until its webhook arrives only the ended one is known here.
  const isRenewed = !known.subscribed && known.customerId && (await paidMeanwhile(ctx, known.customerId))
  return isRenewed ? readSubscription(ctx) : known
}

/**
 * Returns the seller's customer at the provider, created once. Throws `illegal_move` if the seller is subscribed,
 * `not_allowed` if it is too early. Also checks the provider for a subscription that was just paid and whose webhook
 * has not arrived.
 */
export async function openCustomer(
  ctx: SellerContext,
): Promise<{ subscription: SellerSubscription; customerId: string }> {
  const subscription = await readSubscription(ctx)
  if (
    subscription.subscribed ||
    (subscription.customerId && (await paidMeanwhile(ctx, subscription.customerId)))
  )
    throw new DomainError("illegal_move", "You're already subscribed.")
  if (subscription.tooEarly) throw new DomainError("not_allowed", subscription.tooEarly)
  if (subscription.customerId) return { subscription, customerId: subscription.customerId }
  const { userId, email, firstName, lastName } = subscription
  const name = `${firstName} ${lastName}`
  const customerId = await ctx.ports.subscriptions.customerFor({ userId, email, name })
  await ctx.db
    .update(markets)
    .set({ stripeCustomerId: customerId })
    .where(and(eq(markets.userId, userId), isNull(markets.stripeCustomerId)))
  return { subscription, customerId }
}

async function paidMeanwhile(ctx: SellerContext, customerId: string): Promise<boolean> {
  const asked = ctx.now()
  const paid = (await ctx.ports.subscriptions.subscriptionsOf(customerId)).find(({ state }) =>
    isSubscribed(state),
  )
  if (paid) await saveSubscription(ctx, paid, asked)
  return paid !== undefined
}

async function unpaidSubscription(
  ctx: SellerContext,
  { subscriptionId, status }: SellerSubscription,
): Promise<ProviderSubscription | null> {
  if (!subscriptionId || status !== "incomplete") return null
  const found = await ctx.ports.subscriptions.find(subscriptionId)
  return found.state === "incomplete" ? found : null
}

/** Two tabs that start at the same time use the same attempt and so get the same subscription. */
const begin = (
  ctx: SellerContext,
  { userId, subscriptionId }: SellerSubscription,
  customerId: string,
): Promise<ProviderSubscription> =>
  ctx.ports.subscriptions.begin({ userId, customerId, attempt: subscriptionId ?? "first" })
