import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import { createPortal } from "react-dom"
import type { Elements } from "#app/ui/elements.ts"
import { allowedPoints, useGoogleMaps } from "#app/ui/map/allowed-points.ts"
import type { GoogleMapsKey, MapCanvas } from "#app/ui/map/map-canvas.ts"
import type { MapPoint } from "#app/ui/map/map-point.ts"
import { MapView } from "#app/ui/map/map-view.tsx"
import type { Coordinates } from "#core/places/coordinates.ts"
import type { CourierLayer } from "./courier-layer.client.ts"
import type { Stop } from "./stops.ts"
import type { ShownRoute } from "./use-directions.ts"

/** The courier layer adds the markers instead: it preserves an open window through a refresh. */
const NO_POINTS: MapPoint[] = []
const NO_LINE: readonly Coordinates[] = []

type Props = {
  stops: Stop[]
  courier: Coordinates | null
  shown: ShownRoute | null
  /** The map flies to this stop whenever it changes. */
  flyTo: Stop | null
  /** Called with each stop whose window opens. */
  onOpened: (stop: Stop) => void
  /** The content of a marker's window. */
  windowOf: (stop: Stop) => Elements
}

export function CourierMap({ courier, flyTo, onOpened, windowOf, ...all }: Props) {
  const google = useGoogleMaps()
  const stops = useMemo(() => allowedPoints(google, all.stops), [google, all.stops])
  const route = all.shown?.route
  const line = (route && allowedLine(google, route)) ?? NO_LINE
  const isRenewed = all.shown?.isRenewed ?? false
  const [layer, setLayer] = useState<CourierLayer | null>(null)
  const [opened, setOpened] = useState<{ key: string; window: HTMLElement } | null>(null)
  const gone = useRef(false)

  const onCanvas = useCallback((canvas: MapCanvas) => {
    const onOpen = (key: string, window: HTMLElement | null) =>
      setOpened((before) => (window ? { key, window } : before?.key === key ? null : before))
    // If the layer does not load (for example, the network just failed), the list next to the map shows the same data.
    void import("./courier-layer.client.ts").then(
      ({ CourierLayer }) => !gone.current && setLayer(new CourierLayer(canvas, onOpen)),
      () => {},
    )
  }, [])
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])
  useEffect(() => layer?.showStops(stops), [layer, stops])
  useEffect(() => layer?.showCourier(courier), [layer, courier])
  useEffect(() => layer?.showRoute(line, isRenewed), [layer, line, isRenewed])
  useEffect(() => {
    if (flyTo && allowedPoints(google, [flyTo]).length > 0) layer?.flyTo(flyTo)
  }, [layer, flyTo, google])

  const stop = opened && stops.find(({ key }) => key === opened.key)
  const openedKey = stop?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each window, not for every new list of stops
  useEffect(() => {
    if (stop) onOpened(stop)
  }, [openedKey])
  const center = stops[0] ?? courier ?? undefined
  return (
    <>
      <MapView
        label="deliveries around you"
        points={NO_POINTS}
        zoom={12}
        onCanvas={onCanvas}
        {...(center ? { center } : {})}
      />
      {opened && stop && createPortal(windowOf(stop), opened.window)}
    </>
  )
}

/** Like Google's coordinates, Google's routes may only be shown on a Google map. */
function allowedLine(google: GoogleMapsKey | null, route: ShownRoute["route"]) {
  return route.source === "google" && !google ? null : route.geometry
}
