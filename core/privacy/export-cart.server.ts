import { eq } from "drizzle-orm"
import type { PersonContext } from "#core/context.ts"
import type { OrderNote } from "#core/orders/order-note.ts"
import { cartLines, cartMarkets, carts, markets, products, savedLines, variants } from "#db/schema/index.ts"

const NOTE = {
  note: cartMarkets.note,
  replacement: cartMarkets.replacement,
  phone: cartMarkets.phone,
} satisfies Record<keyof OrderNote, unknown>

/** The person's cart, their notes to its markets, and the items that they saved for later. */
export async function exportCart({ db, actor: { userId } }: PersonContext) {
  const [cart] = await db
    .select({
      fulfilment: carts.fulfilment,
      shipTo: carts.shipTo,
      tipPercent: carts.tipPercent,
      tipCents: carts.tipCents,
    })
    .from(carts)
    .where(eq(carts.customerId, userId))
  const lines = await db
    .select({ product: products.name, size: variants.size, quantity: cartLines.quantity })
    .from(cartLines)
    .innerJoin(variants, eq(variants.id, cartLines.variantId))
    .innerJoin(products, eq(products.id, variants.productId))
    .where(eq(cartLines.customerId, userId))
  const asked = await db
    .select({
      market: markets.name,
      fulfilment: cartMarkets.fulfilment,
      windowStartsAt: cartMarkets.windowStartsAt,
      ...NOTE,
    })
    .from(cartMarkets)
    .innerJoin(markets, eq(markets.id, cartMarkets.marketId))
    .where(eq(cartMarkets.customerId, userId))
  const saved = await db
    .select({
      product: products.name,
      size: variants.size,
      quantity: savedLines.quantity,
      since: savedLines.createdAt,
    })
    .from(savedLines)
    .innerJoin(variants, eq(variants.id, savedLines.variantId))
    .innerJoin(products, eq(products.id, variants.productId))
    .where(eq(savedLines.customerId, userId))
    .orderBy(savedLines.createdAt)
  return {
    cart: {
      fulfilment: cart?.fulfilment ?? null,
      shipTo: cart?.shipTo ?? null,
      tipPercent: cart?.tipPercent ?? null,
      tipCents: cart?.tipCents ?? null,
      lines,
      times: asked.map(({ market, fulfilment, windowStartsAt }) => ({ market, fulfilment, windowStartsAt })),
      notes: asked.map(({ windowStartsAt: _windowStartsAt, fulfilment: _fulfilment, ...note }) => note),
    },
    savedForLater: saved,
  }
}
