import { and, eq, isNull, sql } from "drizzle-orm"
import { prepared } from "#db/prepared.ts"
import { marketCalendars, markets, products } from "#db/schema/index.ts"
import { listBothWindows } from "../calendar/list-windows.server.ts"
import { type MarketWhen, marketWhen } from "../calendar/market-when.ts"
import { calendarColumns, itsCalendar, toCalendar } from "../calendar/read-calendar.server.ts"
import type { CustomerContext } from "../context.ts"
import { notFound } from "../errors.ts"
import { isId } from "../ids.ts"
import type { Cents } from "../money.ts"
import type { Coordinates } from "../places/coordinates.ts"
import { milesBetween } from "../places/distance.ts"
import type { ImageAddress } from "../ports/images.ts"
import { deliveryFrom } from "./market-filters.ts"
import { coverPhoto, listed } from "./market-queries.server.ts"
import { factColumns, type ProductImage, type StoredFacts } from "./product-queries.server.ts"

export type Variant = { id: string; size: string; priceCents: Cents; stock: number }

export type ProductView = StoredFacts & {
  id: string
  marketId: string
  marketName: string
  /** The opening state and next windows, in words. */
  when: MarketWhen
  marketPhoto: ImageAddress | null
  /** From the market to the customer; null if either location is unknown. */
  distanceMiles: number | null
  /**
   * The delivery fee to the customer, or the lowest fee if the distance is unknown; null if the market does not deliver
   * there.
   */
  deliveryFromCents: Cents | null
  /** In the seller's order; a product without sizes has one variant with size ''. */
  variants: Variant[]
  images: ProductImage[]
}

/**
 * A product that can be bought now, for a customer who may have given a location. Throws `not_found` for retired
 * products and those of markets that may not sell.
 */
export async function viewProduct(
  ctx: CustomerContext,
  productId: string,
  near?: Coordinates,
): Promise<ProductView> {
  if (!isId(productId)) throw notFound("This product")
  const [found] = await byId(ctx.db).execute({ productId })
  if (!found) throw notFound("This product")
  const { timeZone, weekdayHours, saturdayHours, sundayHours, row, dates, lat, lng, ...product } = found
  const calendar = toCalendar({ timeZone, weekdayHours, saturdayHours, sundayHours, row, dates })
  const now = ctx.now()
  const windows = await listBothWindows(ctx.db, { id: product.marketId, calendar }, now)
  const miles = milesBetween(near, { lat, lng })
  return {
    ...product,
    when: marketWhen({ name: product.marketName, calendar }, windows, now),
    distanceMiles: miles,
    deliveryFromCents: deliveryFrom({ calendar, distanceMiles: miles }, ctx.rates.delivery),
  }
}

const byId = prepared((db) =>
  db
    .select({
      id: products.id,
      marketId: products.marketId,
      marketName: markets.name,
      ...factColumns,
      variants: sizes,
      images: images,
      marketPhoto: coverPhoto,
      lat: markets.lat,
      lng: markets.lng,
      ...calendarColumns,
    })
    .from(products)
    .innerJoin(markets, eq(markets.id, products.marketId))
    .leftJoin(marketCalendars, itsCalendar)
    .where(and(eq(products.id, sql.placeholder("productId")), isNull(products.retiredAt), listed))
    .prepare("view_product"),
)

const sizes = sql<Variant[]>`(
  select coalesce(json_agg(json_build_object('id', v.id, 'size', v.size, 'priceCents', v.price_cents, 'stock', v.stock)
    order by v.position, v.id), '[]')
  from variants v where v.product_id = ${products.id})`

const images = sql<ProductImage[]>`(
  select coalesce(json_agg(json_build_object('container', i.container, 'name', i.name) order by pi.position), '[]')
  from product_images pi join images i on i.id = pi.image_id
  where pi.product_id = ${products.id} and i.status <> 'failed')`
