import "maplibre-gl/dist/maplibre-gl.css"
import {
  AttributionControl,
  LngLatBounds,
  Map as MapLibre,
  Marker,
  NavigationControl,
  Popup,
  setWorkerUrl,
} from "maplibre-gl"
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url"
import type { MapOptions, MapPoint } from "./map-point.ts"
import { outlineStyle, streetStyle } from "./map-style.client.ts"

/** A drawn map. `library` is MapLibre itself, for pages that add to it (routes, the courier's position). */
export type BaseMap = {
  library: MapLibre
  show(points: MapPoint[]): void
  select(id: string | null): void
  remove(): void
}

const CREDITS =
  'Zip data: <a href="https://www.geonames.org/">GeoNames</a>, CC BY 4.0, and US Census · outlines: US Census'

/** Draws the map, or answers null where the browser has no WebGL: the list beside it says the same. */
export async function drawMap(container: HTMLElement, options: MapOptions): Promise<BaseMap | null> {
  setWorkerUrl(workerUrl)
  const dark = matchMedia("(prefers-color-scheme: dark)").matches
  const style = await outlineStyle(dark)
  let map: MapLibre
  try {
    map = new MapLibre({
      container,
      style,
      center: options.center,
      zoom: options.zoom,
      maxZoom: 18,
      attributionControl: false,
      dragRotate: false,
      cooperativeGestures: false,
    })
  } catch {
    return null
  }
  map.addControl(new NavigationControl({ showCompass: false }), "top-right")
  map.addControl(new AttributionControl({ compact: true, customAttribution: CREDITS }))
  void streetStyle(dark).then((streets) => streets && map.setStyle(streets, { diff: false }))

  const markers = new Map<string, Marker>()
  const base: BaseMap = {
    library: map,
    show(points) {
      for (const marker of markers.values()) marker.remove()
      markers.clear()
      for (const point of points) markers.set(point.id, addMarker(map, point, options))
      fitTo(map, points)
    },
    select(id) {
      for (const [key, marker] of markers) marker.getElement().classList.toggle("picked", key === id)
    },
    remove: () => map.remove(),
  }
  base.show(options.points)
  return base
}

function addMarker(map: MapLibre, point: MapPoint, options: MapOptions): Marker {
  // Not a <button>: its Enter would count twice, as MapLibre's key and as a click, and close the window again.
  const pin = document.createElement("div")
  pin.setAttribute("role", "button")
  pin.className = "pin"
  pin.addEventListener("pointerenter", () => options.onHover(point.id))
  pin.addEventListener("pointerleave", () => options.onHover(null))
  pin.addEventListener("focus", () => options.onHover(point.id))
  pin.addEventListener("blur", () => options.onHover(null))
  const popup = new Popup({ offset: 30, maxWidth: "280px", focusAfterOpen: true }).setDOMContent(
    windowOf(point),
  )
  popup.on("open", () => options.onSelect(point.id))
  // In this order: a popup that is set before the marker is on the map makes Enter on it dead (6.17.0).
  const marker = new Marker({ element: pin, anchor: "bottom" }).setLngLat(point).addTo(map).setPopup(popup)
  pin.setAttribute("aria-label", point.title)
  return marker
}

function windowOf({ title, lines = [], links = [] }: MapPoint): HTMLElement {
  const box = document.createElement("div")
  box.className = "map-window"
  const head = box.appendChild(document.createElement("h3"))
  head.textContent = title
  for (const line of lines) box.appendChild(document.createElement("p")).textContent = line
  for (const { label, href } of links) {
    const link = box.appendChild(document.createElement("a"))
    link.className = "btn btn-small"
    link.href = href
    link.textContent = label
  }
  return box
}

function fitTo(map: MapLibre, points: MapPoint[]) {
  const [first] = points
  if (!first) return
  const bounds = new LngLatBounds([first.lng, first.lat], [first.lng, first.lat])
  for (const point of points) bounds.extend([point.lng, point.lat])
  map.fitBounds(bounds, { padding: 56, maxZoom: 12, animate: false })
}
