import { and, count, eq, isNotNull, isNull } from "drizzle-orm"
import type { CourierContext, SellerContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { couriers, deliveries, markets, memberships, products, users } from "#db/schema/index.ts"

/** The seller's own market as stored, with its owner's email and the number of products on sale. */
export async function readOwnMarket(ctx: SellerContext) {
  const [row] = await ctx.db
    .select({ market: markets, email: users.email })
    .from(markets)
    .innerJoin(users, eq(users.id, markets.userId))
    .where(eq(markets.id, ctx.actor.marketId))
  if (!row) throw notFound("Your market")
  const [listed] = await ctx.db
    .select({ count: count() })
    .from(products)
    .where(and(eq(products.marketId, row.market.id), isNull(products.retiredAt)))
  return { ...row, productCount: listed?.count ?? 0 }
}

/** The courier's own profile as stored, with when they agreed to the terms and how many orders they have delivered. */
export async function readOwnCourier(ctx: CourierContext) {
  const [row] = await ctx.db
    .select({
      deliverer: couriers,
      email: users.email,
      emailConfirmed: users.emailVerified,
      agreedAt: memberships.agreedAt,
    })
    .from(couriers)
    .innerJoin(users, eq(users.id, couriers.userId))
    .innerJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.role, "deliverer")))
    .where(eq(couriers.userId, ctx.actor.userId))
  if (!row) throw notFound("Your account")
  const [delivered] = await ctx.db
    .select({ count: count() })
    .from(deliveries)
    .where(and(eq(deliveries.courierId, ctx.actor.userId), isNotNull(deliveries.deliveredAt)))
  return { ...row, deliveryCount: delivered?.count ?? 0 }
}
