import { and, eq, isNull } from "drizzle-orm"
import { hasPlan } from "#core/approvals/seller-card.ts"
import type { SellerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import type { PlanTruth } from "#core/ports/subscriptions.ts"
import { markets } from "#db/schema/index.ts"
import { type Plan, readPlan } from "./read-plan.server.ts"
import { keepPlanTruth, syncPlan } from "./sync-plan.server.ts"

/**
 * Begins the monthly plan with a card. What comes back has the secret with which the seller's browser pays the first
 * month with `cardId`; begun already and not paid, it is that plan again. Throws `illegal_move` for who is subscribed,
 * `not_allowed` for whom a plan would be of no use yet, `payment_failed` with the reason.
 */
export async function beginPlan(
  ctx: SellerContext,
  { token }: { token: string },
): Promise<PlanTruth & { cardId: string }> {
  const { plan, customerId } = await openCustomer(ctx)
  await ctx.ports.subscriptions.closePlanPages(customerId)
  const cardId = await ctx.ports.subscriptions.changeCard(customerId, token)
  const begun = (await unpaidPlan(ctx, plan)) ?? (await begin(ctx, plan, customerId))
  await keepPlanTruth(ctx, begun, ctx.now())
  return { ...begun, cardId }
}

/** The same in one call, for clients that cannot confirm a payment: the first month is paid with the card at once. */
export async function subscribe(ctx: SellerContext, input: { token: string }): Promise<PlanTruth> {
  const { id } = await beginPlan(ctx, input)
  const paid = await ctx.ports.subscriptions.payOpen(id)
  await keepPlanTruth(ctx, paid, ctx.now())
  return paid
}

/** The provider's own page for the first month: the way without JavaScript. Answers its address, in two tabs the same. */
export async function openPlanPage(
  ctx: SellerContext,
  back: { successUrl: string; cancelUrl: string },
): Promise<string> {
  const { plan, customerId } = await openCustomer(ctx)
  const page = await ctx.ports.subscriptions.createPlanPage({ userId: plan.userId, customerId, ...back })
  if (!page.url) throw new DomainError("provider_down", "The card page did not open. Please try again.")
  return page.url
}

/** The browser is back from paying: what has become of the plan is asked for at once, before any webhook. */
export async function finishPlan(ctx: SellerContext, { pageId }: { pageId?: string | undefined } = {}) {
  const plan = await readPlan(ctx)
  const page = pageId ? await ctx.ports.subscriptions.findCardPage(pageId) : null
  const planId = page && page.customerId === plan.customerId ? page.planId : plan.planId
  if (planId) await syncPlan(ctx, planId)
  const known = await readPlan(ctx)
  // Who had a plan before has a new one now, which nobody has told us of: the ended one was all that we knew.
  const isNews = !known.subscribed && known.customerId && (await paidMeanwhile(ctx, known.customerId))
  return isNews ? readPlan(ctx) : known
}

/**
 * The seller's customer at the provider, made once; only who may subscribe now gets this far. The provider is asked
 * for a plan that was paid a moment ago, of which no webhook has told us yet.
 */
export async function openCustomer(ctx: SellerContext): Promise<{ plan: Plan; customerId: string }> {
  const plan = await readPlan(ctx)
  if (plan.subscribed || (plan.customerId && (await paidMeanwhile(ctx, plan.customerId))))
    throw new DomainError("illegal_move", "You are subscribed already.")
  if (plan.tooEarly) throw new DomainError("not_allowed", plan.tooEarly)
  if (plan.customerId) return { plan, customerId: plan.customerId }
  const { userId, email, firstName, lastName } = plan
  const name = `${firstName} ${lastName}`
  const customerId = await ctx.ports.subscriptions.customerFor({ userId, email, name })
  await ctx.db
    .update(markets)
    .set({ stripeCustomerId: customerId })
    .where(and(eq(markets.userId, userId), isNull(markets.stripeCustomerId)))
  return { plan, customerId }
}

async function paidMeanwhile(ctx: SellerContext, customerId: string): Promise<boolean> {
  const asked = ctx.now()
  const paid = (await ctx.ports.subscriptions.plansOf(customerId)).find(({ state }) => hasPlan(state))
  if (paid) await keepPlanTruth(ctx, paid, asked)
  return paid !== undefined
}

async function unpaidPlan(ctx: SellerContext, { planId, subscription }: Plan): Promise<PlanTruth | null> {
  if (!planId || subscription !== "incomplete") return null
  const found = await ctx.ports.subscriptions.find(planId)
  return found.state === "incomplete" ? found : null
}

/** Two tabs that begin at once name the same attempt, and get the same plan. */
const begin = (ctx: SellerContext, { userId, planId }: Plan, customerId: string): Promise<PlanTruth> =>
  ctx.ports.subscriptions.begin({ userId, customerId, attempt: planId ?? "first" })
