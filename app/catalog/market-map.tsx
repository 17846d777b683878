import { useMemo } from "react"
import type { MapPoint } from "#app/ui/map/map-point.ts"
import { MapView } from "#app/ui/map/map-view.tsx"
import type { MarketCard } from "#core/catalog/market-cards.server.ts"
import type { Coordinates } from "#core/places/coordinates.ts"

/** How near the map comes after a search, and without one. */
const SEARCHED_ZOOM = 12
const DEFAULT_ZOOM = 20

type Props = {
  markets: MarketCard[]
  center: Coordinates | null
  picked: string | null
  onPick(id: string | null): void
}

/** The markets of the list as markers; a marker's window has name, address line and phone. */
export function MarketMap({ markets, center, picked, onPick }: Props) {
  const points = useMemo(() => markets.flatMap(toPoint), [markets])
  return (
    <div className="finder-map">
      <MapView
        label="the markets of the list"
        points={points}
        zoom={center ? SEARCHED_ZOOM : DEFAULT_ZOOM}
        selectedId={picked}
        onHover={onPick}
        {...(center ? { center } : {})}
      />
    </div>
  )
}

function toPoint(market: MarketCard): MapPoint[] {
  const { id, lat, lng, name, address, city, state, zip, phone, positionSource: source } = market
  if (lat === null || lng === null) return []
  return [{ id, lat, lng, source, title: name, lines: [`${address}, ${city}, ${state} ${zip}`, phone] }]
}
