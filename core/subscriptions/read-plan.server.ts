import { eq } from "drizzle-orm"
import { hasPlan } from "#core/approvals/seller-card.ts"
import type { SellerContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import type { Approval } from "#core/identity/states.ts"
import { markets, users } from "#db/schema/index.ts"

/** A seller's own plan, whether it is time for one, and what the card forms are filled with. */
export async function readPlan(ctx: SellerContext) {
  const [row] = await ctx.db
    .select({
      userId: markets.userId,
      email: users.email,
      firstName: markets.firstName,
      lastName: markets.lastName,
      address: markets.address,
      city: markets.city,
      state: markets.state,
      zip: markets.zip,
      approval: markets.approval,
      onboarded: markets.onboarded,
      state_: markets.subscription,
      customerId: markets.stripeCustomerId,
      planId: markets.stripeSubscriptionId,
    })
    .from(markets)
    .innerJoin(users, eq(users.id, markets.userId))
    .where(eq(markets.userId, ctx.actor.userId))
  if (!row) throw notFound("Your market")
  const { state_: subscription, approval, onboarded, ...rest } = row
  return {
    ...rest,
    subscription,
    subscribed: hasPlan(subscription),
    /** Why it is too early to pay for a plan: nothing could be sold with it. Null where it is not. */
    tooEarly: tooEarly({ approval, onboarded }),
  }
}

function tooEarly({ approval, onboarded }: { approval: Approval; onboarded: boolean | null }): string | null {
  if (approval === "denied")
    return "Your market was not approved: you would pay for a plan that you cannot use."
  if (approval === "waiting") return "You can subscribe as soon as our team has approved your market."
  return onboarded ? null : "You can subscribe as soon as Stripe has all that it needs to pay you."
}

export type Plan = Awaited<ReturnType<typeof readPlan>>
