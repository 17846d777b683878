import { useMemo, useRef } from "react"
import type { MapPoint } from "#app/ui/map/map-point.ts"
import { MapView } from "#app/ui/map/map-view.tsx"
import type { MarketCard } from "#core/catalog/market-cards.server.ts"
import type { Place } from "#core/places/find-place.server.ts"

/** How near the map comes after a search, and without one. */
const SEARCHED_ZOOM = 12
const DEFAULT_ZOOM = 20

type Props = {
  markets: MarketCard[]
  place: Place | null
  picked: string | null
  /** Where "Check the market out" leads, and what pressing it does with React. */
  hrefOf(marketId: string): string
  onOpen(marketId: string): void
  onPick(marketId: string | null): void
}

/**
 * The markets of the list as pins with the numbers of their cards; a pin's window has name, address, phone and the way
 * into the market. Picking a pin brings its card into view, where that leaves the map in its place or the key was used.
 */
export function MarketMap({ markets, place, picked, hrefOf, onOpen, onPick }: Props) {
  const latest = useRef({ hrefOf, onOpen })
  latest.current = { hrefOf, onOpen }
  const points = useMemo(
    () =>
      markets.flatMap((market, index) =>
        toPoint(market, index + 1, latest.current.hrefOf(market.id), () => latest.current.onOpen(market.id)),
      ),
    [markets],
  )
  const marked = useMemo(
    () => place && { ...place.center, label: place.label === "you" ? "You are here" : place.label },
    [place],
  )
  const map = useRef<HTMLDivElement>(null)
  const select = (id: string) => {
    onPick(id)
    // The window that has just opened is what somebody wants to read.
    unlessItMoves(map.current, () => showCard(id))
  }
  const hover = (id: string | null) => {
    onPick(id)
    if (!id) return
    // A keyboard user has no pointer that could leave the pin.
    if (map.current?.querySelector(".pin:hover")) unlessItMoves(map.current, () => showCard(id))
    else showCard(id)
  }
  return (
    <div className="finder-map" ref={map}>
      <MapView
        label="the markets of the list"
        points={points}
        place={marked}
        zoom={place ? SEARCHED_ZOOM : DEFAULT_ZOOM}
        selectedId={picked}
        onHover={hover}
        onSelect={select}
        legend={points.some(({ isHollow }) => isHollow) && <Legend />}
        {...(place ? { center: place.center } : {})}
      />
    </div>
  )
}

function showCard(marketId: string) {
  document
    .getElementById(`market-${marketId}`)
    ?.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" })
}

/** Scrolls the page, and back again where an element came away from its place by that. */
function unlessItMoves(element: Element | null, scroll: () => void) {
  const { scrollX, scrollY } = window
  const before = element?.getBoundingClientRect().top
  scroll()
  if (element?.getBoundingClientRect().top !== before) window.scrollTo(scrollX, scrollY)
}

function Legend() {
  return (
    <ul className="map-legend" aria-label="Pins">
      <li>Open</li>
      <li className="map-legend-closed">Closed now</li>
    </ul>
  )
}

function toPoint(market: MarketCard, number: number, href: string, onPress: () => void): MapPoint[] {
  const { id, lat, lng, name, address, city, state, zip, phone, positionSource: source, openState } = market
  if (lat === null || lng === null) return []
  return [
    {
      id,
      lat,
      lng,
      source,
      number,
      title: name,
      isHollow: openState !== "open",
      lines: [`${address}, ${city}, ${state} ${zip}`, phone],
      links: [{ label: "Check the market out", name, href, onPress }],
    },
  ]
}
