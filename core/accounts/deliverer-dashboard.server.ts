import { and, count, eq, isNotNull } from "drizzle-orm"
import type { DelivererContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { readBalance } from "#core/payouts/read-balance.server.ts"
import { deliverers, deliveries, users } from "#db/schema/index.ts"
import { delivererStatus } from "./deliverer-card.ts"

/** Everything on the deliverer's dashboard: revenue, deliveries, their own data, and the status card. */
export async function delivererDashboard(ctx: DelivererContext) {
  const [row] = await ctx.db
    .select({ deliverer: deliverers, email: users.email })
    .from(deliverers)
    .innerJoin(users, eq(users.id, deliverers.userId))
    .where(eq(deliverers.userId, ctx.actor.userId))
  if (!row) throw notFound("Your account")
  const { deliverer, email } = row
  const [delivered] = await ctx.db
    .select({ count: count() })
    .from(deliveries)
    .where(and(eq(deliveries.delivererId, ctx.actor.userId), isNotNull(deliveries.deliveredAt)))
  const { firstName, lastName, address, addressOne, city, state, zip, phone } = deliverer
  const { approval, denialReason, onboarded, requirements } = deliverer
  return {
    info: { firstName, lastName, address, addressOne, city, state, zip, phone, email },
    revenue: await readBalance(ctx),
    deliveries: delivered?.count ?? 0,
    /** Where the payout account is, or will be, made. */
    hasAccount: deliverer.stripeAccountId !== null,
    status: delivererStatus({
      approval,
      denialReason,
      onboarded,
      hasAccount: deliverer.stripeAccountId !== null,
      requirements,
    }),
  }
}

export type DelivererDashboard = Awaited<ReturnType<typeof delivererDashboard>>
