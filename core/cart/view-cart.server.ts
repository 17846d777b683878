import { and, asc, eq, sql } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import { add, type Cents, times } from "#core/money.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import type { ImageAddress } from "#core/ports/images.ts"
import type { Executor } from "#db/client.ts"
import { cartLines, carts, markets, products, variants } from "#db/schema/index.ts"
import { availableTo } from "./available.server.ts"
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
  /** True when nothing in the cart stands between it and the till. */
  ready: boolean
}

/** The customer's cart as it can be bought now, oldest line first, each line with what happened to it since. */
export async function viewCart(ctx: CustomerContext, executor: Executor = ctx.db): Promise<CartView> {
  const customerId = ctx.actor.userId
  const [cart] = await executor
    .select({ fulfilment: carts.fulfilment })
    .from(carts)
    .where(eq(carts.customerId, customerId))
  const rows = await cartRows(executor, customerId)
  const lines = rows.map(
    ({ seenPriceCents, marketSells, retired, imageContainer, imageName, ...line }): CartLine => ({
      ...line,
      lineCents: times(line.priceCents, line.quantity),
      image: imageContainer && imageName ? { container: imageContainer, name: imageName } : null,
      problem: lineProblem({ ...line, seenPriceCents, marketSells, retired }),
    }),
  )
  return {
    lines,
    fulfilment: cart?.fulfilment ?? null,
    count: lines.reduce((sum, line) => sum + line.quantity, 0),
    totalCents: add(...lines.map((line) => line.lineCents)),
    quote: quoteOf(lines),
    ready: lines.length > 0 && lines.every((line) => !line.problem?.blocks),
  }
}

function cartRows(executor: Executor, customerId: string) {
  return executor
    .select({
      id: cartLines.id,
      productId: products.id,
      variantId: variants.id,
      marketId: markets.id,
      marketName: markets.name,
      marketSells: sql<boolean>`${markets.canSell}`,
      category: products.category,
      section: products.section,
      productName: products.name,
      retired: sql<boolean>`${products.retiredAt} is not null`,
      size: variants.size,
      quantity: cartLines.quantity,
      available: availableTo(customerId),
      priceCents: variants.priceCents,
      seenPriceCents: cartLines.seenPriceCents,
      imageContainer: sql<ImageAddress["container"] | null>`first_picture.container`,
      imageName: sql<string | null>`first_picture.name`,
    })
    .from(cartLines)
    .innerJoin(variants, eq(variants.id, cartLines.variantId))
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(markets, eq(markets.id, products.marketId))
    .leftJoin(firstPicture, sql`true`)
    .where(and(eq(cartLines.customerId, customerId)))
    .orderBy(asc(cartLines.createdAt), asc(cartLines.id))
}

const firstPicture = sql`lateral (
  select images.container, images.name from product_images
  join images on images.id = product_images.image_id
  where product_images.product_id = ${products.id} and images.status = 'ready' and images.deleted_at is null
  order by product_images.position limit 1
) first_picture`
