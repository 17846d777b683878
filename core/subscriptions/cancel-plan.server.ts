import type { SellerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { keepOnePlan } from "./keep-one-plan.server.ts"
import { readPlan } from "./read-plan.server.ts"
import { keepPlanTruth } from "./sync-plan.server.ts"

/**
 * Ends the seller's plan at once: from now on nothing of theirs can be listed or bought. Orders that are paid can
 * still be completed. Throws `illegal_move` for who is not subscribed.
 */
export async function cancelPlan(ctx: SellerContext): Promise<void> {
  // One that was paid in another tab a moment ago would go on.
  await keepOnePlan(ctx, { userId: ctx.actor.userId })
  const { planId, subscribed } = await readPlan(ctx)
  if (!planId || !subscribed) throw new DomainError("illegal_move", "You are not subscribed.")
  const ended = await ctx.ports.subscriptions.cancel(planId)
  await keepPlanTruth(ctx, ended, ctx.now())
}
