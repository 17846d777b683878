import type { CustomerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import type { Place } from "#core/places/find-place.server.ts"
import { estimateCart } from "./estimate.ts"
import { estimatePlace } from "./estimate-place.server.ts"
import type { CartRead } from "./view-cart.server.ts"

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
