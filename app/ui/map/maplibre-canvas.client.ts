// biome-ignore lint/style/noRestrictedImports: the style sheet that MapLibre documents under this name
import "maplibre-gl/dist/maplibre-gl.css"
import {
  AttributionControl,
  type GeoJSONSource,
  Map as MapLibre,
  Marker,
  NavigationControl,
  Popup,
  setWorkerUrl,
} from "maplibre-gl"
// biome-ignore lint/style/noRestrictedImports: the worker that MapLibre documents under this name, for a strict CSP
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url"
import type { Coordinates } from "#core/places/coordinates.ts"
import { boundsOf } from "./bounds.ts"
import {
  type CanvasOptions,
  LINE_COLOUR,
  type MapCanvas,
  PADDING,
  type Pin,
  type PinOptions,
} from "./map-canvas.ts"
import { outlineStyle, streetStyle } from "./map-style.client.ts"
import { hoverOnFocus, pinElement } from "./pin-element.ts"

const CREDITS =
  'Zip data: <a href="https://www.geonames.org/">GeoNames</a>, CC BY 4.0, and US Census · outlines: US Census'
const LINE = "line"

/** MapLibre's map: outlines of our own, streets where they can be reached. Rejects where there is no WebGL. */
export async function drawMapLibre(
  container: HTMLElement,
  { center, zoom }: CanvasOptions,
): Promise<MapCanvas> {
  setWorkerUrl(workerUrl)
  const dark = matchMedia("(prefers-color-scheme: dark)").matches
  const style = await outlineStyle(dark)
  const map = new MapLibre({
    container,
    style,
    center,
    zoom,
    maxZoom: 18,
    attributionControl: false,
    dragRotate: false,
    cooperativeGestures: false,
  })
  map.addControl(new NavigationControl({ showCompass: false }), "top-right")
  map.addControl(new AttributionControl({ compact: true, customAttribution: CREDITS }))
  void streetStyle(dark).then((streets) => streets && map.setStyle(streets, { diff: false }))
  return canvasOn(map)
}

function canvasOn(map: MapLibre): MapCanvas {
  let line: readonly Coordinates[] = []
  // The street style comes after the outlines and knows nothing of the line.
  map.on("style.load", () => line.length > 0 && drawLine(map, line))
  return {
    container: map.getContainer(),
    addPin: (options) => addPin(map, options),
    drawLine(points) {
      line = points
      if (map.isStyleLoaded()) drawLine(map, line)
      else map.once("idle", () => drawLine(map, line))
    },
    fit(points, maxZoom, padding = PADDING) {
      const bounds = boundsOf(points)
      if (!bounds) return
      const { west, south, east, north } = bounds
      map.fitBounds([west, south, east, north], { padding, maxZoom, animate: false })
    },
    fly({ lat, lng }, zoom, [x, y] = [0, 0]) {
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches
      map.flyTo({ center: [lng, lat], zoom: zoom ?? map.getZoom(), offset: [x, y], animate: !still })
    },
    jump: ({ lat, lng }, [x, y]) => void map.easeTo({ center: [lng, lat], offset: [x, y], animate: false }),
    pointOf: ({ lat, lng }) => map.project([lng, lat]),
    remove: () => map.remove(),
  }
}

function drawLine(map: MapLibre, line: readonly Coordinates[]): void {
  const coordinates = line.map(({ lat, lng }) => [lng, lat])
  const data = {
    type: "Feature" as const,
    properties: {},
    geometry: { type: "LineString" as const, coordinates },
  }
  const source = map.getSource<GeoJSONSource>(LINE)
  if (source) return void source.setData(data)
  map.addSource(LINE, { type: "geojson", data })
  map.addLayer({
    id: LINE,
    type: "line",
    source: LINE,
    layout: { "line-cap": "round", "line-join": "round" },
    paint: { "line-color": LINE_COLOUR, "line-width": 6, "line-opacity": 0.85 },
  })
}

function addPin(map: MapLibre, options: PinOptions): Pin {
  const { at, label, window, dot, onOpen, onClose } = options
  const element = pinElement(options)
  element.setAttribute("role", window ? "button" : "img")
  hoverOnFocus(element, options)
  // In this order: a popup that is set before the marker is on the map makes Enter on it dead (6.17.0).
  const marker = new Marker({ element, anchor: dot ? "center" : "bottom" }).setLngLat(at).addTo(map)
  const popup =
    window && new Popup({ offset: 30, maxWidth: "300px", focusAfterOpen: true }).setDOMContent(window)
  popup?.on("open", () => {
    closeByEscape(popup, element)
    onOpen?.()
  })
  popup?.on("close", () => onClose?.())
  if (popup) marker.setPopup(popup)
  element.setAttribute("aria-label", label)
  return {
    move: (to) => void marker.setLngLat(to),
    setPicked: (isPicked) => element.classList.toggle("picked", isPicked),
    open: () => void (popup && !popup.isOpen() && marker.togglePopup()),
    close: () => void popup?.remove(),
    remove: () => void marker.remove(),
  }
}

/** As any window closes, and back to where it was opened from. MapLibre makes its element again each time. */
function closeByEscape(popup: Popup, opener: HTMLElement): void {
  popup.getElement()?.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return
    popup.remove()
    opener.focus()
  })
}
