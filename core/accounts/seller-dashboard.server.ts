import { and, count, eq, isNull } from "drizzle-orm"
import type { SellerContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { countSellerOrders } from "#core/orders/list-seller-orders.server.ts"
import { readBalance } from "#core/payouts/read-balance.server.ts"
import { markets, products, users } from "#db/schema/index.ts"
import { hasPlan, sellerStatus } from "./seller-card.ts"

/** Everything on the seller's dashboard: revenue, orders, their own data, and the status card. */
export async function sellerDashboard(ctx: SellerContext) {
  const [row] = await ctx.db
    .select({ market: markets, email: users.email })
    .from(markets)
    .innerJoin(users, eq(users.id, markets.userId))
    .where(eq(markets.userId, ctx.actor.userId))
  if (!row) throw notFound("Your market")
  const { market, email } = row
  const [listed] = await ctx.db
    .select({ count: count() })
    .from(products)
    .where(and(eq(products.marketId, market.id), isNull(products.retiredAt)))
  const { approval, denialReason, onboarded, requirements, subscription } = market
  const { firstName, lastName, name, address, city, state, zip, phone } = market
  return {
    info: { firstName, lastName, name, address, city, state, zip, phone, email },
    revenue: await readBalance(ctx),
    orders: await countSellerOrders(ctx),
    subscribed: hasPlan(subscription),
    paymentFailed: subscription === "past_due",
    status: sellerStatus({
      approval,
      denialReason,
      onboarded,
      hasAccount: market.stripeAccountId !== null,
      requirements,
      subscription,
      productCount: listed?.count ?? 0,
    }),
  }
}
export type SellerDashboard = Awaited<ReturnType<typeof sellerDashboard>>
