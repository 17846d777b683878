import { eq } from "drizzle-orm"
import { isSubscribed } from "#core/approvals/seller-card.ts"
import type { SellerContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import type { Approval } from "#core/identity/states.ts"
import { markets, users } from "#db/schema/index.ts"

/** Returns the seller's own subscription, whether they can subscribe yet, and the card forms' default values. */
export async function readSubscription(ctx: SellerContext) {
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
      status: markets.subscription,
      customerId: markets.stripeCustomerId,
      subscriptionId: markets.stripeSubscriptionId,
    })
    .from(markets)
    .innerJoin(users, eq(users.id, markets.userId))
    .where(eq(markets.userId, ctx.actor.userId))
  if (!row) throw notFound("Your market")
  const { approval, onboarded, ...rest } = row
  return {
    ...rest,
    subscribed: isSubscribed(row.status),
    /** Why it is too early to pay for a subscription (the seller cannot sell yet); null if it is not too early. */
    tooEarly: tooEarly({ approval, onboarded }),
  }
}

function tooEarly({ approval, onboarded }: { approval: Approval; onboarded: boolean | null }): string | null {
  if (approval === "denied") return "You can't subscribe until your market is approved."
  if (approval === "waiting") return "You can subscribe as soon as our team has approved your market."
  return onboarded ? null : "You can subscribe as soon as Stripe has all that it needs to pay you."
}

export type SellerSubscription = Awaited<ReturnType<typeof readSubscription>>
