import type { SellerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { type Plan, readPlan } from "./read-plan.server.ts"
import { keepPlanTruth } from "./sync-plan.server.ts"

/**
 * Makes another card the one that the plan is paid with, and pays with it what an earlier card could not.
 * Throws `payment_failed` with the reason, `illegal_move` for who is not subscribed.
 */
export async function updateCard(ctx: SellerContext, { token }: { token: string }): Promise<void> {
  const { customerId, planId, subscription } = await ownPlan(ctx)
  await ctx.ports.subscriptions.changeCard(customerId, token)
  if (subscription !== "past_due") return
  const paid = await ctx.ports.subscriptions.payOpen(planId)
  await keepPlanTruth(ctx, paid, ctx.now())
}

/** The provider's own page for another card: the way without JavaScript. Answers its address. */
export async function openCardPage(
  ctx: SellerContext,
  back: { successUrl: string; cancelUrl: string },
): Promise<string> {
  const { customerId } = await ownPlan(ctx)
  const page = await ctx.ports.subscriptions.createCardPage({ customerId, ...back })
  if (!page.url) throw new DomainError("provider_down", "The card page did not open. Please try again.")
  return page.url
}

/** Back from that page: its card becomes the plan's. A page of someone else's is not found. */
export async function finishCardPage(ctx: SellerContext, { pageId }: { pageId: string }): Promise<void> {
  const plan = await readPlan(ctx)
  const page = pageId ? await ctx.ports.subscriptions.findCardPage(pageId) : null
  if (!page?.cardId || page.customerId !== plan.customerId)
    throw new DomainError("invalid", "No card was entered. Please try again.")
  await updateCard(ctx, { token: page.cardId })
}

async function ownPlan(ctx: SellerContext): Promise<Plan & { customerId: string; planId: string }> {
  const plan = await readPlan(ctx)
  const { customerId, planId } = plan
  if (!customerId || !planId || !plan.subscribed)
    throw new DomainError("illegal_move", "You are not subscribed.")
  return { ...plan, customerId, planId }
}
