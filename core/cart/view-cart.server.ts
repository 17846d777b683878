import { and, asc, eq, sql } from "drizzle-orm"
import type { ShipTo } from "#core/checkout/inputs.ts"
import type { CustomerContext } from "#core/context.ts"
import { add, type Cents, times } from "#core/money.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import type { ImageAddress } from "#core/ports/images.ts"
import type { Executor } from "#db/client.ts"
import { prepared } from "#db/prepared.ts"
import { cartLines, carts, markets, products, variants } from "#db/schema/index.ts"
import { availableTo, liveCheckoutOf } from "./available.server.ts"
import { cartLimit } from "./cart-limits.ts"
import { type LineProblem, lineProblem } from "./line-problem.ts"
import { quoteOf } from "./quote.ts"

export type CartLine = {
  id: string
  productId: string
  variantId: string
  marketId: string
  marketName: string
  category: string
  section: string
  productName: string
  size: string
  quantity: number
  /** What this customer could have at most. */
  available: number
  priceCents: Cents
  lineCents: Cents
  image: ImageAddress | null
  problem: LineProblem | null
}

export type CartView = {
  lines: CartLine[]
  fulfilment: Fulfilment | null
  count: number
  totalCents: Cents
  /** Names these lines at these prices. Sent back with Proceed Checkout it says which prices were seen. */
  quote: string
  /** What the cart has too much of for one checkout. */
  limit: string | null
  /** True when nothing in the cart stands between it and checkout. */
  ready: boolean
}

/** The customer's cart as it can be bought now, oldest line first, each line with what happened to it since. */
export async function viewCart(ctx: CustomerContext): Promise<CartView> {
  return (await readCart(ctx.db, ctx.actor.userId)).view
}

/** A cart with what checkout needs beside it, in one query. */
export type CartRead = {
  view: CartView
  shipTo: ShipTo | null
  /** Each with its lines, in the order in which they came into the cart. */
  markets: (MarketRow & { lines: CartLine[] })[]
  /** True when the customer has agreed to every price as it is now. */
  agreed: boolean
  /** False when no checkout of theirs was under way. */
  mayBeUnderWay: boolean
}

type MarketRow = {
  id: string
  name: string
  address: string
  city: string
  state: string
  zip: string
  lat: number | null
  lng: number | null
}

/** Reads a cart for commands that act on it; pages and the API look at it by `viewCart`. */
export async function readCart(executor: Executor, customerId: string): Promise<CartRead> {
  const rows = await cartRows(executor).execute({ customerId })
  const [first] = rows
  if (!first) return emptyCart(executor, customerId)
  const lines = rows.map(({ line, ...row }): CartLine => {
    const marketId = row.market.id
    const marketName = row.market.name
    return {
      ...line,
      marketId,
      marketName,
      lineCents: times(line.priceCents, line.quantity),
      image:
        row.imageContainer && row.imageName ? { container: row.imageContainer, name: row.imageName } : null,
      problem: lineProblem({ ...line, ...row, marketName }),
    }
  })
  return {
    view: viewOf(lines, first.cart.fulfilment),
    shipTo: first.cart.shipTo,
    markets: [...new Map(rows.map(({ market }) => [market.id, market])).values()].map((market) => ({
      ...market,
      lines: lines.filter(({ marketId }) => marketId === market.id),
    })),
    agreed: rows.every(({ line, seenPriceCents }) => line.priceCents === seenPriceCents),
    mayBeUnderWay: first.isUnderWay,
  }
}

/** Nothing in it, but how it was to be brought the last time is remembered. */
async function emptyCart(executor: Executor, customerId: string): Promise<CartRead> {
  const [cart] = await executor
    .select({ fulfilment: carts.fulfilment, shipTo: carts.shipTo })
    .from(carts)
    .where(eq(carts.customerId, customerId))
  return {
    view: viewOf([], cart?.fulfilment ?? null),
    shipTo: cart?.shipTo ?? null,
    markets: [],
    agreed: true,
    mayBeUnderWay: true,
  }
}

function viewOf(lines: CartLine[], fulfilment: Fulfilment | null): CartView {
  const count = lines.reduce((sum, line) => sum + line.quantity, 0)
  const totalCents = add(...lines.map((line) => line.lineCents))
  const limit = cartLimit({ count, totalCents })
  const isSold = lines.length > 0 && lines.every((line) => !line.problem?.blocks)
  return { lines, fulfilment, count, totalCents, quote: quoteOf(lines), limit, ready: isSold && !limit }
}

const cartRows = prepared((executor) =>
  executor
    .select({
      line: {
        id: cartLines.id,
        productId: products.id,
        variantId: variants.id,
        category: products.category,
        section: products.section,
        productName: products.name,
        size: variants.size,
        quantity: cartLines.quantity,
        available: availableTo(sql.placeholder("customerId")),
        priceCents: variants.priceCents,
      },
      market: {
        id: markets.id,
        name: markets.name,
        address: markets.address,
        city: markets.city,
        state: markets.state,
        zip: markets.zip,
        lat: markets.lat,
        lng: markets.lng,
      },
      cart: { fulfilment: carts.fulfilment, shipTo: carts.shipTo },
      isUnderWay: sql<boolean>`${liveCheckoutOf(sql.placeholder("customerId"))} is not null`,
      marketSells: sql<boolean>`${markets.canSell}`,
      retired: sql<boolean>`${products.retiredAt} is not null`,
      seenPriceCents: cartLines.seenPriceCents,
      imageContainer: sql<ImageAddress["container"] | null>`first_picture.container`,
      imageName: sql<string | null>`first_picture.name`,
    })
    .from(cartLines)
    .innerJoin(carts, eq(carts.customerId, cartLines.customerId))
    .innerJoin(variants, eq(variants.id, cartLines.variantId))
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(markets, eq(markets.id, products.marketId))
    .leftJoin(firstImage, sql`true`)
    .where(and(eq(cartLines.customerId, sql.placeholder("customerId"))))
    .orderBy(asc(cartLines.createdAt), asc(cartLines.id))
    .prepare("cart_rows"),
)

const firstImage = sql`lateral (
  select images.container, images.name from product_images
  join images on images.id = product_images.image_id
  where product_images.product_id = ${products.id} and images.status <> 'failed' and images.deleted_at is null
  order by product_images.position limit 1
) first_picture`
