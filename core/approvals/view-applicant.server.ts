import { and, count, eq, isNull } from "drizzle-orm"
import type { AdminContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import { openMarketChanges } from "#core/market/list-market-changes.server.ts"
import { couriers, markets, products } from "#db/schema/index.ts"
import { readImages, readPerson } from "./applicant-record.server.ts"
import { ordersInHand } from "./orders-in-hand.server.ts"

/** Everything that an admin decides about a seller by. Throws `not_found`. */
export async function viewSellerApplicant(ctx: AdminContext, userId: string) {
  if (!isId(userId)) throw notFound("This seller")
  const [market] = await ctx.db.select().from(markets).where(eq(markets.userId, userId))
  const person = market && (await readPerson(ctx, { role: "seller", userId }))
  if (!person) throw notFound("This seller")
  const [listed] = await ctx.db
    .select({ products: count() })
    .from(products)
    .where(and(eq(products.marketId, market.id), isNull(products.retiredAt)))
  const images = await readImages(ctx, [
    { label: "Owner ID", id: market.ownerPhotoId },
    { label: "Certificate", id: market.certificateId },
    { label: "Market picture", id: market.marketPhotoId },
  ])
  const changes = await openMarketChanges(ctx.db, market.id)
  const inHand = await ordersInHand(ctx.db, { role: "seller", userId })
  return { person, market, images, changes, productCount: listed?.products ?? 0, inHand }
}

/** Everything that an admin decides about a courier by. Throws `not_found`. */
export async function viewCourierApplicant(ctx: AdminContext, userId: string) {
  if (!isId(userId)) throw notFound("This deliverer")
  const [deliverer] = await ctx.db.select().from(couriers).where(eq(couriers.userId, userId))
  const person = deliverer && (await readPerson(ctx, { role: "deliverer", userId }))
  if (!person) throw notFound("This deliverer")
  const images = await readImages(ctx, [{ label: "Photo ID", id: deliverer.photoId }])
  const inHand = await ordersInHand(ctx.db, { role: "deliverer", userId })
  return { person, deliverer, images, inHand }
}

export type SellerApplicant = Awaited<ReturnType<typeof viewSellerApplicant>>
