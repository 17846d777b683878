import { isTipped, tipsOf } from "#core/cart/tip.ts"
import { updateCart } from "#core/cart/update-cart.server.ts"
import { type CartLine, type CartRead, readCart } from "#core/cart/view-cart.server.ts"
import type { Context, CustomerContext } from "#core/context.ts"
import { countText } from "#core/count-text.ts"
import { DomainError } from "#core/errors.ts"
import { add, type Cents, times, ZERO } from "#core/money.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import type { Coordinates } from "#core/places/coordinates.ts"
import { distanceMiles, formatMiles } from "#core/places/distance.ts"
import { requireStateOfZip } from "#core/places/find-zip.server.ts"
import { isPostBox, POST_BOX_MESSAGE } from "#core/places/post-box.ts"
import { isStateCode } from "#core/places/states.ts"
import type { GeocodedPlace } from "#core/ports/places.ts"
import { TAX_REJECTED_MESSAGE, type TaxedSale } from "#core/ports/taxes.ts"
import type { ShipTo } from "./checkout.ts"
import { deliveryFee } from "./delivery-fee.ts"
import { taxCategory } from "./sales-tax.ts"

/** The least that a card can be charged (Stripe's minimum for US dollars). */
const LEAST_CHARGE_CENTS = 50

export type MarketPrice = {
  marketId: string
  fulfilment: Fulfilment
  lines: (CartLine & { taxCents: Cents })[]
  itemsCents: Cents
  /** Tax of the items and of the delivery. */
  taxCents: Cents
  deliveryCents: Cents
  deliveryTaxCents: Cents
  tipCents: Cents
  distanceMiles: number | null
  taxCalculationId: string | null
}

/**
 * Prices each market's part of a cart. Tax is due where the goods change hands: at the delivery address, or at the
 * market on pickup. May query a tax provider, so call it before any transaction. Throws `not_deliverable` naming all
 * markets that are too far, and `cart_changed` for a market that `places` does not have.
 */
export async function priceCheckout(
  ctx: Context,
  cart: CartRead,
  places: CheckoutPlaces,
): Promise<MarketPrice[]> {
  const parts = waysOf(ctx, cart, places)
  const tooFar = parts.filter(isTooFar)
  if (tooFar.length > 0) throw notDeliverable(tooFar, ctx.rates.delivery.maxMiles)
  const priced: MarketPrice[] = []
  for (const { feeCents, ...part } of parts)
    priced.push(await priceMarket(ctx, { ...part, feeCents: feeCents ?? ZERO }, places))
  const tips = tipsOf(
    cart.view.tip,
    priced.map(({ itemsCents, fulfilment }) => ({ itemsCents, isDelivered: isTipped(fulfilment) })),
  )
  return priced.map((part, index) => ({ ...part, tipCents: tips[index] ?? ZERO }))
}

function waysOf(ctx: Context, cart: CartRead, places: CheckoutPlaces) {
  return cart.markets.map(({ id, lines }) => {
    const market = places.markets.get(id)
    if (!market) throw new DomainError("cart_changed", "Your cart just changed. Review it and proceed again.")
    return { market, lines, ...wayTo(ctx, market, places) }
  })
}

const isTooFar = ({ feeCents }: { feeCents: Cents | null }) => feeCents === null

/**
 * Chooses pickup at the markets of the cart that cannot deliver to its address; the others stay as they are. Throws
 * what `readPlaces` throws.
 */
export async function pickUpWhereTooFar(ctx: CustomerContext): Promise<void> {
  const cart = await readCart(ctx)
  const tooFar = waysOf(ctx, cart, await readPlaces(ctx, cart)).filter(isTooFar)
  const fulfilments = Object.fromEntries(tooFar.map(({ market }) => [market.id, "pickup" as const]))
  if (tooFar.length > 0) await updateCart(ctx, { fulfilments })
}

/** The distance in miles, and the delivery fee: none on pickup, null if the address is too far. */
function wayTo(ctx: Context, market: MarketPlace, { destination }: CheckoutPlaces) {
  if (market.fulfilment === "pickup") return { distance: null, feeCents: ZERO }
  const distance = destination && market.position ? distanceMiles(market.position, destination) : null
  const isFar = distance !== null && distance > market.radiusMiles
  const fee = distance === null || isFar ? null : deliveryFee(distance, ctx.rates.delivery)
  return { distance, feeCents: fee }
}

type Part = { market: MarketPlace; lines: CartLine[]; distance: number | null; feeCents: Cents }

async function priceMarket(
  ctx: Context,
  { market, lines, distance, feeCents }: Part,
  places: CheckoutPlaces,
): Promise<MarketPrice> {
  const shipTo = market.fulfilment === "delivery" ? places.shipTo : null
  const quoted = ctx.ports.taxes.quote({
    to: shipTo ?? market.address,
    lines: lines.map((line) => ({
      category: taxCategory(line.category),
      unitPriceCents: line.priceCents,
      quantity: line.quantity,
    })),
    deliveryCents: feeCents,
  })
  const tax = await (shipTo ? quoted : quoted.catch((error: unknown) => marketHasNoTax(ctx, market, error)))
  return {
    marketId: market.id,
    fulfilment: market.fulfilment,
    lines: lines.map((line, index) => ({ ...line, taxCents: tax.lineTaxCents[index] ?? ZERO })),
    itemsCents: add(...lines.map((line) => times(line.priceCents, line.quantity))),
    taxCents: tax.totalTaxCents,
    deliveryCents: feeCents,
    deliveryTaxCents: tax.deliveryTaxCents,
    tipCents: ZERO,
    distanceMiles: distance,
    taxCalculationId: tax.calculationId,
  }
}

/** On pickup the address is the market's, so the customer cannot correct it. */
function marketHasNoTax(ctx: Context, market: MarketPlace, error: unknown): never {
  if (!(error instanceof DomainError) || error.field !== "address") throw error
  ctx.ports.alarms.raise("tax_refused", { code: String(error.details?.code), marketId: market.id })
  throw new DomainError("provider_down", TAX_REJECTED_MESSAGE, undefined, { rejected: true })
}

export type CheckoutTotals = Record<
  "itemsCents" | "taxCents" | "deliveryCents" | "tipCents" | "totalCents",
  Cents
>

/** Adds up the markets' prices. Throws `amount_too_small` below what a card can be charged. */
export function checkoutTotals(parts: readonly MarketPrice[]): CheckoutTotals {
  const itemsCents = add(...parts.map((part) => part.itemsCents))
  const taxCents = add(...parts.map((part) => part.taxCents))
  const deliveryCents = add(...parts.map((part) => part.deliveryCents))
  const tipCents = add(...parts.map((part) => part.tipCents))
  const totalCents = add(itemsCents, taxCents, deliveryCents, tipCents)
  if (totalCents < LEAST_CHARGE_CENTS)
    throw new DomainError(
      "amount_too_small",
      "Card payments start at $0.50. Add something else to your cart.",
    )
  return { itemsCents, taxCents, deliveryCents, tipCents, totalCents }
}

type TooFar = { market: MarketPlace; distance: number | null }

function notDeliverable(tooFar: readonly TooFar[], maxMiles: number): DomainError {
  return new DomainError(
    "not_deliverable",
    `${reachOf(tooFar, maxMiles)}. Choose Pick up instead, or remove ${tooFar.length === 1 ? "its" : "their"} products from your cart.`,
    "fulfilment",
    { markets: tooFar.map(({ market }) => ({ marketId: market.id, marketName: market.name })) },
  )
}

/** How far the markets are, and how far they deliver; a common limit is named once. */
function reachOf(tooFar: readonly TooFar[], maxMiles: number): string {
  const upTo = ({ market }: TooFar) => {
    const miles = Math.min(market.radiusMiles, maxMiles)
    return `up to ${countText(miles, "mile")}`
  }
  const away = ({ market, distance }: TooFar) =>
    `${market.name} ${distance === null ? "can't find a route to your address" : `is ${formatMiles(distance)} away`}`
  const [reach = "", ...others] = new Set(tooFar.map(upTo))
  if (tooFar.length > 1 && others.length === 0)
    return `${AND.format(tooFar.map(away))}: they deliver ${reach}`
  return AND.format(tooFar.map((one) => `${away(one)} and delivers ${upTo(one)}`))
}

const AND = new Intl.ListFormat("en-US")

export type CheckoutPlaces = {
  /** "delivery" if any market delivers. */
  fulfilment: Fulfilment
  /** Null if no market delivers. */
  shipTo: ShipTo | null
  destination: GeocodedPlace | null
  markets: Map<string, MarketPlace>
}

export type MarketPlace = {
  id: string
  name: string
  fulfilment: Fulfilment
  address: TaxedSale["to"]
  position: Coordinates | null
  /** The market's delivery radius. */
  radiusMiles: number
}

/**
 * Geocodes the addresses of a cart. May query a provider, so call it before any transaction. Throws `invalid` without a
 * delivery choice, for an address without a door to deliver to, and for a zip that does not exist or lies in another
 * state: tax depends on it, and the address may have been saved before that check existed.
 */
export async function readPlaces(ctx: CustomerContext, cart: CartRead): Promise<CheckoutPlaces> {
  const { fulfilment, delivers } = cart.view
  if (!fulfilment) throw new DomainError("invalid", "Choose Delivery or Pick up.", "fulfilment")
  if (delivers && !cart.shipTo) throw new DomainError("invalid", "Tell us where to deliver first.", "shipTo")
  const shipTo = delivers ? cart.shipTo : null
  if (shipTo && isPostBox(shipTo.address)) throw new DomainError("invalid", POST_BOX_MESSAGE, "address")
  if (shipTo) await requireStateOfZip(ctx.db, shipTo)
  const destination = shipTo ? await ctx.ports.geocoder.geocode(shipTo) : null
  if (shipTo && !destination)
    throw new DomainError("invalid", "We don't know this zip code. Check the five digits.", "zip")
  const markets = await marketPlaces(ctx, cart, fulfilment)
  return { fulfilment: delivers ? "delivery" : "pickup", shipTo, destination, markets }
}

async function marketPlaces(
  ctx: CustomerContext,
  cart: CartRead,
  chosen: Fulfilment,
): Promise<CheckoutPlaces["markets"]> {
  const places: CheckoutPlaces["markets"] = new Map()
  for (const market of cart.markets) {
    const known = market.lat !== null && market.lng !== null ? { lat: market.lat, lng: market.lng } : null
    const fulfilment = market.fulfilment ?? chosen
    // A newly registered market may not be geocoded yet.
    const position = known ?? (fulfilment === "delivery" ? await ctx.ports.geocoder.geocode(market) : null)
    const { id, name, address, city, state, zip } = market
    const radiusMiles = market.calendar.taking.deliveryRadiusMiles
    if (!isStateCode(state)) throw new Error(`Market ${id} is in no state that we know.`)
    places.set(id, { id, name, fulfilment, address: { address, city, state, zip }, position, radiusMiles })
  }
  return places
}
