import type { CartLine, CartView } from "#core/cart/view-cart.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { emit } from "#core/outbox.server.ts"
import { isStateCode } from "#core/places/states.ts"
import type { Transaction } from "#db/client.ts"
import { checkoutLines, checkoutMarkets, checkouts } from "#db/schema/index.ts"
import { holdUntil } from "./hold-time.ts"
import { checkoutTotals, type Destination, type MarketPrice, priceMarket } from "./price-checkout.ts"
import type { CheckoutPlaces } from "./read-places.server.ts"
import { takeStock } from "./stock.server.ts"

type Opening = {
  cart: CartView
  places: CheckoutPlaces
  lockedVariants: ReadonlyMap<string, number>
}

/** Writes a new checkout: prices frozen, stock taken. The caller has locked the stock and refused what is not there. */
export async function openCheckout(
  ctx: CustomerContext,
  tx: Transaction,
  { cart, places, lockedVariants }: Opening,
): Promise<string> {
  if (cart.lines.some((line) => !lockedVariants.has(line.variantId) || !places.markets.has(line.marketId)))
    throw new DomainError("cart_changed", "Your cart changed just now. Look at it and proceed again.")
  const to = destinationOf(places)
  const priced = groupByMarket(cart.lines).map(([marketId, lines]) => {
    const market = places.markets.get(marketId)
    if (!market) throw new Error(`Market ${marketId} was not looked up.`)
    return priceMarket({ marketId, marketName: market.name, ...market, lines }, to, ctx.rates.delivery)
  })
  const [checkout] = await tx
    .insert(checkouts)
    .values({
      customerId: ctx.actor.userId,
      fulfilment: places.fulfilment,
      shipTo: places.shipTo,
      lat: places.destination?.lat,
      lng: places.destination?.lng,
      positionSource: places.destination?.source,
      placeId: places.destination?.placeId,
      ...checkoutTotals(priced),
      taxProvider: "table",
      holdExpiresAt: holdUntil(ctx.now(), ctx.rates.holdMinutes),
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
    })
    .returning({ id: checkouts.id })
  if (!checkout) throw new Error("The checkout was not written.")
  await writeParts(tx, checkout.id, priced)
  await takeStock(tx, cart.lines)
  await emit(tx, "checkout.held", { checkoutId: checkout.id, customerId: ctx.actor.userId })
  return checkout.id
}

async function writeParts(tx: Transaction, checkoutId: string, priced: MarketPrice<CartLine>[]) {
  await tx.insert(checkoutMarkets).values(priced.map(({ lines: _, ...part }) => ({ checkoutId, ...part })))
  await tx.insert(checkoutLines).values(
    priced.flatMap((part) =>
      part.lines.map((line) => ({
        checkoutId,
        marketId: line.marketId,
        productId: line.productId,
        variantId: line.variantId,
        quantity: line.quantity,
        unitPriceCents: line.priceCents,
        taxCents: line.taxCents,
        category: line.category,
        section: line.section,
        productName: line.productName,
        size: line.size,
        imageContainer: line.image?.container,
        imageName: line.image?.name,
      })),
    ),
  )
}

function destinationOf({ shipTo, destination }: CheckoutPlaces): Destination | null {
  if (!shipTo || !destination) return null
  if (!isStateCode(shipTo.state)) throw new DomainError("invalid", "Choose a state.", "state")
  return { state: shipTo.state, position: destination }
}

function groupByMarket(lines: readonly CartLine[]): [string, CartLine[]][] {
  const groups = new Map<string, CartLine[]>()
  for (const line of lines) groups.set(line.marketId, [...(groups.get(line.marketId) ?? []), line])
  return [...groups]
}
