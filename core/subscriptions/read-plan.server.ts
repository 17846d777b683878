import { eq } from "drizzle-orm"
import { hasPlan } from "#core/accounts/seller-card.ts"
import type { SellerContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { markets, users } from "#db/schema/index.ts"

/** A seller's own plan, and what the card forms are filled with. */
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
      state_: markets.subscription,
      customerId: markets.stripeCustomerId,
      planId: markets.stripeSubscriptionId,
    })
    .from(markets)
    .innerJoin(users, eq(users.id, markets.userId))
    .where(eq(markets.userId, ctx.actor.userId))
  if (!row) throw notFound("Your market")
  const { state_: subscription, ...rest } = row
  return { ...rest, subscription, subscribed: hasPlan(subscription) }
}
export type Plan = Awaited<ReturnType<typeof readPlan>>
