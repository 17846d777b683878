import { eq } from "drizzle-orm"
import { hasPlan } from "#core/approvals/seller-card.ts"
import type { Context } from "#core/context.ts"
import { once } from "#core/idempotency.server.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { PlanTruth } from "#core/ports/subscriptions.ts"
import { markets } from "#db/schema/index.ts"
import { keepPlanTruth, syncPlan } from "./sync-plan.server.ts"

/**
 * Of a seller's plans one stays: the one that the market stands on, or else the oldest that is paid for. The others,
 * begun in another tab or on the provider's page, are ended; what was paid for them goes back, and the seller is told.
 * Who is denied keeps none: nobody pays on for a market that may not sell. May run any number of times.
 */
export async function keepOnePlan(ctx: Context, { userId }: { userId: string }): Promise<void> {
  const { customerId, planId, approval } = await planOf(ctx, userId)
  if (!customerId) return
  const asked = ctx.now()
  const plans = await ctx.ports.subscriptions.plansOf(customerId)
  const [oldest, ...more] = plans.filter(({ state }) => hasPlan(state))
  if (!oldest) return
  if (approval === "denied") return endAll(ctx, userId, { customerId, planId, plans })
  if (planId && ![oldest, ...more].some(({ id }) => id === planId)) await syncPlan(ctx, planId)
  await keepPlanTruth(ctx, oldest, asked)
  const kept = (await planOf(ctx, userId)).planId
  if (!plans.some(({ id }) => id === kept)) throw new Error("The seller's plan changed meanwhile.")
  for (const plan of plans) if (plan.id !== kept) await undo(ctx, userId, plan)
  await ctx.ports.subscriptions.closePlanPages(customerId)
}

/** What was paid on a page that was open still when the market was denied goes back: it never became the market's plan. */
async function endAll(
  ctx: Context,
  userId: string,
  { customerId, planId, plans }: { customerId: string; planId: string | null; plans: readonly PlanTruth[] },
): Promise<void> {
  for (const plan of plans) {
    if (plan.id === planId) await ctx.ports.subscriptions.cancel(plan.id)
    else await undo(ctx, userId, plan)
    await syncPlan(ctx, plan.id)
  }
  await ctx.ports.subscriptions.closePlanPages(customerId)
}

async function planOf(ctx: Context, userId: string) {
  const [market] = await ctx.db
    .select({
      customerId: markets.stripeCustomerId,
      planId: markets.stripeSubscriptionId,
      approval: markets.approval,
    })
    .from(markets)
    .where(eq(markets.userId, userId))
  return market ?? { customerId: null, planId: null, approval: null }
}

/** Ended last: a job that dies before finds the plan again, and goes on. */
async function undo(ctx: Context, userId: string, { id, state }: PlanTruth): Promise<void> {
  if (hasPlan(state)) {
    const amountCents = await ctx.ports.subscriptions.giveBack(id)
    await once(ctx, { scope: userId, command: "plan.refunded", key: id, request: id }, (tx) =>
      emit(tx, "plan.refunded", { userId, amountCents }),
    )
  }
  await ctx.ports.subscriptions.cancel(id)
}
