import { and, eq, isNull, sql } from "drizzle-orm"
import { takesNoOrdersText } from "#core/calendar/calendar-text.ts"
import { openState } from "#core/calendar/open-state.ts"
import { calendarColumns, itsCalendar, toCalendar } from "#core/calendar/read-calendar.server.ts"
import { isApparel } from "#core/catalog/categories.ts"
import { stockShortage } from "#core/catalog/product.ts"
import type { CustomerContext } from "#core/context.ts"
import { DomainError, notFound } from "#core/errors.ts"
import { once } from "#core/idempotency.server.ts"
import { type Cents, times } from "#core/money.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { Transaction } from "#db/client.ts"
import { cartLines, carts, marketCalendars, markets, products, variants } from "#db/schema/index.ts"
import type { AddToCartInput } from "./cart.ts"
import { MAX_UNITS_PER_LINE } from "./cart-limits.ts"
import { availableTo } from "./cart-queries.server.ts"

/** The updated cart line, and the quantity that was added to it. */
export type Added = {
  lineId: string
  productName: string
  marketId: string
  quantity: number
  lineCents: Cents
}

/**
 * Adds a quantity of a product, in one of its sizes, to the customer's cart; quantities of the same product and size
 * add up. Runs once per `idempotencyKey`, so that a double click adds once. Throws `no_inventory` (with `details.left`)
 * above the stock, `market_closed`, `invalid` without a size if the product has sizes, and `not_found`.
 */
export async function addToCart(
  ctx: CustomerContext,
  input: AddToCartInput,
  idempotencyKey?: string,
): Promise<Added> {
  const keyed = { scope: ctx.actor.userId, command: "addToCart", key: idempotencyKey, request: input }
  return once(ctx, keyed, (tx) => addInside(tx, ctx, input))
}

/** Adds to the cart within the caller's transaction; throws what `addToCart` throws. */
export async function addInside(
  tx: Transaction,
  ctx: CustomerContext,
  input: AddToCartInput,
): Promise<Added> {
  const customerId = ctx.actor.userId
  await makeCart(tx, customerId, ctx.now())
  const variant = await findVariant(tx, ctx, input)
  const quantity = (variant.inCart ?? 0) + input.quantity
  const shortage = stockShortage(quantity, Math.min(variant.available, MAX_UNITS_PER_LINE))
  if (shortage) throw new DomainError("no_inventory", shortage, "quantity", { left: variant.available })
  const [saved] = await tx
    .insert(cartLines)
    .values({ customerId, variantId: variant.id, quantity, seenPriceCents: variant.priceCents })
    .onConflictDoUpdate({
      target: [cartLines.customerId, cartLines.variantId],
      set: { quantity, seenPriceCents: variant.priceCents },
    })
    .returning({ lineId: cartLines.id })
  if (!saved) throw notFound("This product")
  await emit(tx, "cart.changed", { customerId })
  const { productName, marketId, priceCents } = variant
  return { ...saved, productName, marketId, quantity, lineCents: times(priceCents, quantity) }
}

const hasLines = sql`exists (select from cart_lines l where l.customer_id = carts.customer_id)`
const TIP_OF_FULL_CART = {
  tipPercent: sql`case when ${hasLines} then carts.tip_percent end`,
  tipCents: sql`case when ${hasLines} then carts.tip_cents end`,
}

/** Creates the cart if it does not exist, and serializes changes to it. A cart that was empty starts without a tip. */
async function makeCart(tx: Transaction, customerId: string, now: Date): Promise<void> {
  await tx
    .insert(carts)
    .values({ customerId, updatedAt: now })
    .onConflictDoUpdate({ target: carts.customerId, set: { updatedAt: now, ...TIP_OF_FULL_CART } })
}

async function findVariant(tx: Transaction, ctx: CustomerContext, { productId, size }: AddToCartInput) {
  const found = await tx
    .select({
      id: variants.id,
      size: variants.size,
      priceCents: variants.priceCents,
      available: availableTo(ctx.actor.userId),
      inCart: cartLines.quantity,
      category: products.category,
      productName: products.name,
      marketId: markets.id,
      marketName: markets.name,
      marketSells: sql<boolean>`${markets.canSell}`,
      ...calendarColumns,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(markets, eq(markets.id, products.marketId))
    .leftJoin(marketCalendars, itsCalendar)
    .leftJoin(
      cartLines,
      and(eq(cartLines.variantId, variants.id), eq(cartLines.customerId, ctx.actor.userId)),
    )
    .where(and(eq(products.id, productId), isNull(products.retiredAt)))
  const [first] = found
  if (!first) throw notFound("This product")
  if (!first.marketSells)
    throw new DomainError(
      "market_closed",
      `${first.marketName} isn't selling right now. Please choose another market.`,
    )
  const { calendar, timeZone } = toCalendar(first)
  const now = ctx.now()
  const closed = takesNoOrdersText(first.marketName, openState(calendar, now, timeZone), now, timeZone)
  if (closed) throw new DomainError("market_closed", closed)
  if (isApparel(first.category) && !size) throw new DomainError("invalid", "Choose a size.", "size")
  const variant = found.find((candidate) => candidate.size === size)
  if (!variant) throw new DomainError("invalid", "This size is not sold. Choose another one.", "size")
  return variant
}
