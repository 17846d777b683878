import { and, eq, isNotNull, isNull, lte, ne, or } from "drizzle-orm"
import { hasPlan } from "#core/approvals/seller-card.ts"
import type { Context } from "#core/context.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { PlanTruth } from "#core/ports/subscriptions.ts"
import type { Transaction } from "#db/client.ts"
import { markets, users } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"

/** Asks the provider what a plan is now, and keeps it. */
export async function syncPlan(ctx: Context, planId: string): Promise<void> {
  const asked = ctx.now()
  const plan = await ctx.ports.subscriptions.find(planId)
  if (plan.userId && hasPlan(plan.state) && (await isDeleted(ctx, plan.userId)))
    // Paid on a page that was still open when the account was deleted.
    await ctx.ports.subscriptions.cancel(planId)
  else await keepPlanTruth(ctx, plan, asked)
}

async function isDeleted(ctx: Context, userId: string): Promise<boolean> {
  return (await ctx.db.$count(users, and(eq(users.id, userId), isNotNull(users.deletedAt)))) > 0
}

/**
 * Writes down what the provider said of a plan at the moment `asked`, unless a later answer is known. A plan that is
 * nobody's changes nothing; an ended or unpaid one does not push out the plan that the seller has, and a second one
 * that is paid for is given back by a job, as is one that a denied seller paid for.
 */
export async function keepPlanTruth(ctx: Context, plan: PlanTruth, asked: Date): Promise<void> {
  const { userId } = plan
  if (!userId) return
  await transaction(ctx.db, async (tx) => {
    const [market] = await tx.select().from(markets).where(eq(markets.userId, userId)).for("no key update")
    if (!market || market.stripeCustomerId !== plan.customerId) return
    const isOther = market.stripeSubscriptionId !== null && market.stripeSubscriptionId !== plan.id
    if (isOther && !hasPlan(plan.state)) return
    const isSecond = isOther && hasPlan(market.subscription)
    const isTooLate =
      market.approval === "denied" && market.stripeSubscriptionId !== plan.id && hasPlan(plan.state)
    if (isSecond || isTooLate) return emit(tx, "plan.doubled", { userId })
    const kept = await keep(tx, market.id, plan, asked, isOther)
    if (kept && market.subscription !== plan.state)
      await emit(tx, "plan.changed", { userId, before: market.subscription, now: plan.state })
  })
}

async function keep(
  tx: Transaction,
  marketId: string,
  plan: PlanTruth,
  asked: Date,
  isOther: boolean,
): Promise<boolean> {
  const isNews = isOther
    ? undefined
    : or(
        isNull(markets.subscriptionCheckedAt),
        lte(markets.subscriptionCheckedAt, asked),
        isNull(markets.stripeSubscriptionId),
        ne(markets.stripeSubscriptionId, plan.id),
      )
  const kept = await tx
    .update(markets)
    .set({ stripeSubscriptionId: plan.id, subscription: plan.state, subscriptionCheckedAt: asked })
    .where(and(eq(markets.id, marketId), isNews))
    .returning({ id: markets.id })
  return kept.length > 0
}
