import { useMemo, useRef } from "react"
import type { MapPoint } from "#app/ui/map/map-point.ts"
import { MapView } from "#app/ui/map/map-view.tsx"
import type { MarketCard } from "#core/catalog/market-cards.server.ts"
import type { Place } from "#core/places/find-place.server.ts"

/** Map zoom after a search, and without one. */
const SEARCHED_ZOOM = 12
const DEFAULT_ZOOM = 20

type Props = {
  markets: MarketCard[]
  place: Place | null
  picked: string | null
  /** Where "Check the market out" leads, and its click handler after hydration. */
  hrefOf(marketId: string): string
  onOpen(marketId: string): void
  onPick(marketId: string | null): void
}

/**
 * The markets of the list as pins with their cards' numbers; a pin's window shows name, address, phone and a link to
 * the market. Choosing a pin scrolls its card into view, if the map stays in place or the keyboard was used.
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
    // The window that has just opened is what the visitor wants to read.
    unlessItMoves(map.current, () => showCard(id))
  }
  const hover = (id: string | null) => {
    onPick(id)
    if (!id) return
    // The keyboard has no pointer that a scroll could move off the pin.
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

/** Scrolls the page, and scrolls back if that moved the element. */
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
