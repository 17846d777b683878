import { useEffect, useMemo, useRef, useState } from "react"
import { needsJs } from "#app/page-protocol/attributes.ts"
import type { Elements } from "#app/ui/elements.ts"
import { isPoorNetwork } from "../../hydration/poor-network.ts"
import { whenIdle } from "../../hydration/when-idle.ts"
import { Button } from "../button.tsx"
import { allowedPoints, useGoogleMaps } from "./allowed-points.ts"
import type { DrawnMap } from "./base-map.client.ts"
import type { MapCanvas } from "./map-canvas.ts"
import { type MapPlace, type MapPoint, NEW_YORK } from "./map-point.ts"

type Props = {
  /** The map's accessible description. */
  label: string
  points: MapPoint[]
  /** In CSS pixels; without it the map fills its container. */
  height?: number
  center?: { lat: number; lng: number }
  /** The searched place, marked with its name. */
  place?: MapPlace | null
  zoom?: number
  selectedId?: string | null
  onSelect?: (id: string) => void
  onHover?: (id: string | null) => void
  /** For pages that draw on the map, whichever provider renders it. */
  onCanvas?: (canvas: MapCanvas) => void
  /** Explains the pins' colors; shown with the map. */
  legend?: Elements
}

type State = "waiting" | "loading" | "drawn" | "impossible"

/**
 * A map that loads last: after load and idle, once it is in view, and on Save-Data or 2G only on request. A list next
 * to it must show the same points.
 */
export function MapView(props: Props) {
  const { label, height, selectedId = null, place = null } = props
  const google = useGoogleMaps()
  const points = useMemo(() => allowedPoints(google, props.points), [google, props.points])
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<DrawnMap | null>(null)
  const latest = useRef({ ...props, points, google })
  latest.current = { ...props, points, google }
  const [state, setState] = useState<State>("waiting")

  useEffect(() => {
    if (state !== "waiting" || !box.current || isPoorNetwork()) return
    return whenSeen(box.current, () => setState("loading"))
  }, [state])

  useEffect(() => {
    if (state !== "loading" || !box.current) return
    let gone = false
    const target = box.current
    void import("./base-map.client.ts")
      .then(({ drawMap }) =>
        drawMap(target, latest.current.google, {
          points: latest.current.points,
          center: latest.current.center ?? NEW_YORK,
          zoom: latest.current.zoom ?? 10,
          place: latest.current.place ?? null,
          onSelect: (id) => latest.current.onSelect?.(id),
          onHover: (id) => latest.current.onHover?.(id),
          onFail: () => setState("impossible"),
        }),
      )
      .catch(() => null)
      .then((drawn) => {
        if (gone) return drawn?.remove()
        map.current = drawn
        setState(drawn ? "drawn" : "impossible")
        if (!drawn) return
        latest.current.onCanvas?.(drawn.canvas)
      })
    return () => {
      gone = true
    }
  }, [state])

  useEffect(() => () => map.current?.remove(), [])
  useEffect(() => map.current?.show(points, place), [points, place])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new markers have no selection yet
  useEffect(() => map.current?.select(selectedId), [selectedId, points, state])

  return (
    <section className="map" aria-label={`Map: ${label}`} style={height ? { height } : undefined}>
      <div ref={box} className="map-box" />
      {state === "drawn" && props.legend}
      {state !== "drawn" && (
        <div className="map-cover" {...needsJs}>
          {state === "waiting" && (
            <Button type="button" kind="plain" className="js-only" onClick={() => setState("loading")}>
              Show the map
            </Button>
          )}
          {state === "loading" && <p role="status">Loading the map…</p>}
          {state === "impossible" && <p>We couldn't load the map. The list shows the same places.</p>}
          <noscript>
            <p>The map needs JavaScript. The list shows the same places.</p>
          </noscript>
        </div>
      )}
    </section>
  )
}

/** Calls `act` once the page has loaded, is idle, and the element is in view. Returns a function that cancels this. */
function whenSeen(element: Element, act: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return
    observer.disconnect()
    whenIdle(act)
  })
  const watch = () => observer.observe(element)
  if (document.readyState === "complete") watch()
  else window.addEventListener("load", watch, { once: true })
  return () => {
    window.removeEventListener("load", watch)
    observer.disconnect()
  }
}
