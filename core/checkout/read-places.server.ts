import type { CartRead } from "#core/cart/view-cart.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import type { Coordinates } from "#core/places/coordinates.ts"
import { requireStateOfZip } from "#core/places/find-zip.server.ts"
import { isPostBox, POST_BOX_MESSAGE } from "#core/places/post-box.ts"
import { isStateCode } from "#core/places/states.ts"
import type { GeocodedPlace } from "#core/ports/places.ts"
import type { TaxedSale } from "#core/ports/taxes.ts"
import type { ShipTo } from "./inputs.ts"

export type CheckoutPlaces = {
  fulfilment: Fulfilment
  /** Null on pickup. */
  shipTo: ShipTo | null
  destination: GeocodedPlace | null
  markets: Map<string, MarketPlace>
}

export type MarketPlace = {
  id: string
  name: string
  address: TaxedSale["to"]
  position: Coordinates | null
  /** How far it delivers. */
  radiusMiles: number
}

/**
 * Finds the addresses of a cart on the map. That may ask a provider, so it is done before any transaction.
 * Throws `invalid` without a delivery choice, an address with a door to deliver to, or a zip code that exists, in its
 * state: the tax follows from it, and the address may be one that was kept before it was checked.
 */
export async function readPlaces(ctx: CustomerContext, cart: CartRead): Promise<CheckoutPlaces> {
  const { fulfilment } = cart.view
  if (!fulfilment) throw new DomainError("invalid", "Choose Delivery or Pick up.", "fulfilment")
  const delivers = fulfilment === "delivery"
  if (delivers && !cart.shipTo) throw new DomainError("invalid", "Tell us where to deliver first.", "shipTo")
  const shipTo = delivers ? cart.shipTo : null
  if (shipTo && isPostBox(shipTo.address)) throw new DomainError("invalid", POST_BOX_MESSAGE, "address")
  if (shipTo) await requireStateOfZip(ctx.db, shipTo)
  const destination = shipTo ? await ctx.ports.geocoder.geocode(shipTo) : null
  if (shipTo && !destination)
    throw new DomainError("invalid", "We don't know this zip code. Check the five digits.", "zip")
  return { fulfilment, shipTo, destination, markets: await marketPlaces(ctx, cart, delivers) }
}

async function marketPlaces(
  ctx: CustomerContext,
  cart: CartRead,
  delivers: boolean,
): Promise<CheckoutPlaces["markets"]> {
  const places: CheckoutPlaces["markets"] = new Map()
  for (const market of cart.markets) {
    const known = market.lat !== null && market.lng !== null ? { lat: market.lat, lng: market.lng } : null
    // A market that was registered a moment ago may not have been found on the map yet.
    const position = known ?? (delivers ? await ctx.ports.geocoder.geocode(market) : null)
    const { id, name, address, city, state, zip } = market
    const radiusMiles = market.calendar.taking.deliveryRadiusMiles
    if (!isStateCode(state)) throw new Error(`Market ${id} is in no state that we know.`)
    places.set(id, { id, name, address: { address, city, state, zip }, position, radiusMiles })
  }
  return places
}
