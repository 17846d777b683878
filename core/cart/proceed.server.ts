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
import { changeCart, lockAndRead } from "./update-cart.server.ts"
import { type CartRead, cartAfter, estimatePlace } from "./view-cart.server.ts"

/** How the customer chose to get it, what their page showed, and what was changed on it. */
export type Proceeding = { fulfilment: Fulfilment; quote: string } & Partial<UpdateCartInput>

/**
 * Proceed Checkout: agrees to the prices that the page showed, sets what was changed on it and the delivery choice, all of
 * it or nothing. What the page's quote says about money is compared, never believed. Returns the cart as it then is.
 *
 * @throws DomainError `cart_changed` · what `updateCart` throws · of the cart as it then is, what `requireReach` (from
 * where they last `searched`) and `requireReady` throw
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
    // The page offered the windows of the choice that was made before.
    const wanted = read.isChosen ? changes : { ...changes, windows: {} }
    return changeCart(ctx, tx, { ...read, cart: agreed }, wanted)
  })
  await requireReach(ctx, cart, searched)
  requireReady(cart.view)
  return cart
}

/** Takes the prices that were compared as agreed, so that checkout may charge them. */
async function agreeToPrices(ctx: CustomerContext, tx: Transaction, cart: CartRead): Promise<CartRead> {
  if (cart.agreed) return cart
  for (const { id, priceCents } of cart.view.lines)
    await tx
      .update(cartLines)
      .set({ seenPriceCents: priceCents })
      .where(and(eq(cartLines.id, id), eq(cartLines.customerId, ctx.actor.userId)))
  return cartAfter(cart, { agreed: true }, ctx.now())
}

/** What the page showed, and the quantities by line that were chosen on it. */
type Seen = { quote: string; quantities: Readonly<Record<string, number>> | undefined }

/** A quantity that the page sent and that its quote does not name was chosen there: it counts in place of both. */
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
 * Throws `not_deliverable` for a market that is below its least amount and too far to deliver to where the cart will
 * probably go: buying more from it would not help. One that is only too far blocks nothing yet, since Ship To may name
 * another address.
 */
export async function requireReach(
  ctx: CustomerContext,
  { view, markets, shipTo }: CartRead,
  searched: Place | null,
): Promise<void> {
  const { fulfilment } = view
  const short = view.markets.filter(isBelowMinimum)
  if (fulfilment !== "delivery" || short.length === 0) return
  const place = await estimatePlace(ctx, shipTo, searched)
  const estimate = estimateCart(markets, { fulfilment, place, rates: ctx.rates.delivery })
  for (const market of short) {
    const part = estimate.markets.find(({ marketId }) => marketId === market.id)
    if (part?.tooFarText)
      throw new DomainError("not_deliverable", part.tooFarText, "cart", { marketId: market.id })
  }
}

type Market = CartRead["view"]["markets"][number]

/** One that takes no orders at all says that first. */
const isBelowMinimum = ({ problem, closedText }: Market) => problem?.kind === "below_minimum" && !closedText
