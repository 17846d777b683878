import type { WaitingDelivery } from "#core/deliveries/delivery.ts"
import type { DeliveriesView } from "#core/deliveries/view-deliveries.server.ts"
import { type Coordinates, isCoordinates, type PositionSource } from "#core/places/coordinates.ts"

/** One marker of the courier's map. Several deliveries may wait at one market. */
export type Stop = Coordinates & {
  key: string
  label: string
  /** The source of the coordinates. */
  source: PositionSource | null
  /** Whether the courier is on the way to this stop. */
  isGoal: boolean
  waiting: WaitingDelivery[]
}

/**
 * Returns a stop for each market with waiting deliveries; for a taken delivery only its market, and after pick-up only
 * the customer's address.
 */
export function stopsOf({ active, waiting }: DeliveriesView): Stop[] {
  if (active) {
    const door = { lat: active.lat, lng: active.lng }
    if (active.status === "picked up")
      return isCoordinates(door)
        ? [
            {
              ...door,
              key: "door",
              label: "The customer's door",
              source: active.positionSource,
              isGoal: true,
              waiting: [],
            },
          ]
        : []
    const market = { lat: active.marketLat, lng: active.marketLng }
    return isCoordinates(market)
      ? [
          {
            ...market,
            key: marketKey(active),
            label: active.marketName,
            source: active.marketPositionSource,
            isGoal: true,
            waiting: [],
          },
        ]
      : []
  }
  const stops = new Map<string, Stop>()
  for (const delivery of waiting) {
    const { marketLat: lat, marketLng: lng, marketName: label, marketPositionSource: source } = delivery
    const key = marketKey(delivery)
    const stop = stops.get(key) ?? { key, lat, lng, label, source, isGoal: false, waiting: [] }
    stop.waiting.push(delivery)
    stops.set(key, stop)
  }
  return [...stops.values()]
}

const marketKey = ({
  marketName,
  marketLat,
  marketLng,
}: Pick<WaitingDelivery, "marketName" | "marketLat" | "marketLng">) =>
  `${marketName}@${marketLat},${marketLng}`
