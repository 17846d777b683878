import { and, eq } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import type { Place } from "#core/places/find-place.server.ts"
import type { Transaction } from "#db/client.ts"
import { cartLines } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { quotedQuantity, requote, type UpdateCartInput } from "./cart.ts"
import { requireReady } from "./cart-market.ts"
import { estimateCart } from "./estimate.ts"
import { changeCart, lockAndRead, withoutOldWindows } from "./update-cart.server.ts"
import { type CartRead, cartAfter, estimatePlace } from "./view-cart.server.ts"

/** The delivery choice, the quote that the page showed, and the changes made on the page. */
export type Proceeding = { fulfilment: Fulfilment; quote: string } & Partial<UpdateCartInput>

/**
 * Proceed Checkout: accepts the prices that the page showed, and saves the delivery choice and the changes made on the
 * page, all or nothing. The quote's prices are only compared, never used. Returns the updated cart.
 *
 * @throws DomainError `cart_changed` · what `updateCart` throws · for the updated cart, what `requireReach` (with the
 * location last `searched`) and `requireReady` throw
 */
export async function proceed(
  ctx: CustomerContext,
  { fulfilment, quote, ...changes }: Proceeding,
  searched: Place | null = null,
): Promise<CartRead> {
  const cart = await transaction(ctx.db, async (tx) => {
    const read = await lockAndRead(ctx, tx, { ...changes, fulfilment })
    requireQuoted(read.cart, { quote, quantities: changes.quantities })
    const agreed = await agreeToPrices(ctx, tx, read.cart)
    return changeCart(ctx, tx, { ...read, cart: agreed }, withoutOldWindows(read, changes))
  })
  await requireReach(ctx, cart, searched)
  requireReady(cart.view)
  return cart
}

/** Records the compared prices as accepted, so that checkout may charge them. */
async function agreeToPrices(ctx: CustomerContext, tx: Transaction, cart: CartRead): Promise<CartRead> {
  if (cart.agreed) return cart
  for (const { id, priceCents } of cart.view.lines)
    await tx
      .update(cartLines)
      .set({ seenPriceCents: priceCents })
      .where(and(eq(cartLines.id, id), eq(cartLines.customerId, ctx.actor.userId)))
  return cartAfter(cart, { agreed: true }, ctx.now())
}

/** The quote that the page showed, and the quantities by line that were chosen on it. */
type Seen = { quote: string; quantities: Readonly<Record<string, number>> | undefined }

/** A quantity that differs from the page's quote was chosen on the page, so it replaces the quantity in both quotes. */
function requireQuoted({ view }: CartRead, { quote, quantities = {} }: Seen): void {
  const seen = { quote, now: view.quote }
  for (const { id, variantId } of view.lines) {
    const quantity = quantities[id]
    if (quantity === undefined || quantity === quotedQuantity(quote, variantId)) continue
    seen.quote = requote(seen.quote, { variantId, quantity })
    seen.now = requote(seen.now, { variantId, quantity })
  }
  if (seen.quote === seen.now) return
  throw new DomainError(
    "cart_changed",
    "Something in your cart changed while you were looking at it. Check it below and proceed again.",
  )
}

/**
 * Throws `not_deliverable` for a market that is below its minimum and too far from the probable destination: buying
 * more there would not help. A market that is only too far does not block yet, since another address may be given on
 * Ship To.
 */
export async function requireReach(
  ctx: CustomerContext,
  { view, markets, shipTo }: CartRead,
  searched: Place | null,
): Promise<void> {
  const short = view.markets.filter((market) => market.fulfilment === "delivery" && isBelowMinimum(market))
  if (short.length === 0) return
  const place = await estimatePlace(ctx, shipTo, searched)
  const estimate = estimateCart(markets, { place, rates: ctx.rates.delivery, tip: view.tip })
  for (const market of short) {
    const part = estimate.markets.find(({ marketId }) => marketId === market.id)
    if (part?.tooFarText)
      throw new DomainError("not_deliverable", part.tooFarText, "cart", { marketId: market.id })
  }
}

type Market = CartRead["view"]["markets"][number]

/** If a market takes no orders, that problem is reported first. */
const isBelowMinimum = ({ problem, closedText }: Market) => problem?.kind === "below_minimum" && !closedText
