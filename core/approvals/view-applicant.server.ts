import { and, count, eq, isNull } from "drizzle-orm"
import type { AdminContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import { openMarketChanges } from "#core/market/list-market-changes.server.ts"
import { findZip } from "#core/places/find-zip.server.ts"
import { couriers, markets, products } from "#db/schema/index.ts"
import { readImages, readPerson } from "./applicant-record.server.ts"
import { ordersInHand } from "./orders-in-hand.server.ts"

const accountOf = (table: typeof markets | typeof couriers) => ({
  stripeAccountId: table.stripeAccountId,
  onboarded: table.onboarded,
  requirements: table.requirements,
  payoutSchedule: table.payoutSchedule,
  accountCheckedAt: table.accountCheckedAt,
})

const applicantOf = (table: typeof markets | typeof couriers) => ({
  firstName: table.firstName,
  lastName: table.lastName,
  phone: table.phone,
  address: table.address,
  city: table.city,
  state: table.state,
  zip: table.zip,
  lat: table.lat,
  lng: table.lng,
  positionSource: table.positionSource,
  createdAt: table.createdAt,
  approval: table.approval,
  denialReason: table.denialReason,
})

const SELLER_FACTS = {
  ...applicantOf(markets),
  ...accountOf(markets),
  name: markets.name,
  weekdayHours: markets.weekdayHours,
  saturdayHours: markets.saturdayHours,
  sundayHours: markets.sundayHours,
  website: markets.website,
  story: markets.story,
  timeZone: markets.timeZone,
  productDescription: markets.productDescription,
  acceptsSnap: markets.acceptsSnap,
  acceptsWic: markets.acceptsWic,
  acceptsMarketChecks: markets.acceptsMarketChecks,
  subscription: markets.subscription,
  canSell: markets.canSell,
}

const SELLER_PICTURES = {
  ownerPhotoId: markets.ownerPhotoId,
  certificateId: markets.certificateId,
  marketPhotoId: markets.marketPhotoId,
}

const COURIER_FACTS = {
  ...applicantOf(couriers),
  ...accountOf(couriers),
  addressOne: couriers.addressOne,
}

/** Everything that an admin needs to decide about a seller. Throws `not_found`. */
export async function viewSellerApplicant(ctx: AdminContext, userId: string) {
  if (!isId(userId)) throw notFound("This seller")
  const [row] = await ctx.db
    .select({ marketId: markets.id, pictures: SELLER_PICTURES, market: SELLER_FACTS })
    .from(markets)
    .where(eq(markets.userId, userId))
  const person = row && (await readPerson(ctx, { role: "seller", userId }))
  if (!person) throw notFound("This seller")
  const { marketId, pictures, market } = row
  const [listed] = await ctx.db
    .select({ products: count() })
    .from(products)
    .where(and(eq(products.marketId, marketId), isNull(products.retiredAt)))
  const images = await readImages(ctx, [
    { label: "Owner ID", id: pictures.ownerPhotoId },
    { label: "Certificate", id: pictures.certificateId },
    { label: "Market photo", id: pictures.marketPhotoId },
  ])
  const changes = await openMarketChanges(ctx.db, marketId)
  const wantsTimeZone = changes.some(({ kind }) => kind === "timeZone")
  const zip = wantsTimeZone ? await findZip(ctx.db, market.zip) : null
  return {
    person,
    market,
    images,
    changes,
    zipTimeZone: zip?.timeZone ?? null,
    productCount: listed?.products ?? 0,
    inHand: await ordersInHand(ctx.db, { role: "seller", userId }),
  }
}

/** Everything that an admin needs to decide about a courier. Throws `not_found`. */
export async function viewCourierApplicant(ctx: AdminContext, userId: string) {
  if (!isId(userId)) throw notFound("This courier")
  const [row] = await ctx.db
    .select({ photoId: couriers.photoId, deliverer: COURIER_FACTS })
    .from(couriers)
    .where(eq(couriers.userId, userId))
  const person = row && (await readPerson(ctx, { role: "deliverer", userId }))
  if (!person) throw notFound("This courier")
  const images = await readImages(ctx, [{ label: "Photo ID", id: row.photoId }])
  const inHand = await ordersInHand(ctx.db, { role: "deliverer", userId })
  return { person, deliverer: row.deliverer, images, inHand }
}

export type SellerApplicant = Awaited<ReturnType<typeof viewSellerApplicant>>
