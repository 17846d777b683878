import { type GeoJSONSource, LngLatBounds, type Map as MapLibre, Marker, Popup } from "maplibre-gl"
import type { Coordinates } from "#core/places/coordinates.ts"
import type { Stop } from "./stops.ts"

const WAY = "way"
const NEAR = 15
const STOPS_ZOOM = 13
/** Where the sheet leaves room: above it on a phone, beside it on wider screens. */
const WIDE = "(width >= 768px)"

type Pinned = { marker: Marker; popup: Popup; window: HTMLElement }

/** What the courier's map shows beyond the base map: markets with deliveries, the way, the goal, and the courier. */
export class CourierLayer {
  readonly #map: MapLibre
  readonly #onOpen: (key: string, window: HTMLElement | null) => void
  readonly #stops = new Map<string, Pinned>()
  #way: readonly Coordinates[] = []
  #courier: Marker | null = null
  #isFitted = false

  constructor(map: MapLibre, onOpen: (key: string, window: HTMLElement | null) => void) {
    this.#map = map
    this.#onOpen = onOpen
    // The street style comes after the outlines and knows nothing of the way.
    map.on("style.load", () => this.#drawWay())
  }

  /** Adds and removes markers; those that stay keep their open window. */
  showStops(stops: readonly Stop[]): void {
    const wanted = new Set(stops.map(({ key }) => key))
    for (const [key, { marker }] of this.#stops) {
      if (wanted.has(key)) continue
      marker.remove()
      this.#stops.delete(key)
    }
    for (const stop of stops) if (!this.#stops.has(stop.key)) this.#stops.set(stop.key, this.#pin(stop))
    if (this.#isFitted || stops.length === 0) return
    this.#isFitted = true
    this.#fit(stops, STOPS_ZOOM)
  }

  #pin(stop: Stop): Pinned {
    const pin = document.createElement("div")
    pin.setAttribute("role", "button")
    pin.className = stop.isGoal ? "pin picked" : "pin"
    const window = document.createElement("div")
    window.className = "map-window"
    const popup = new Popup({ offset: 30, maxWidth: "300px", focusAfterOpen: true }).setDOMContent(window)
    popup.on("open", () => this.#onOpen(stop.key, window))
    popup.on("close", () => this.#onOpen(stop.key, null))
    // In this order: a popup that is set before the marker is on the map makes Enter on it dead (6.17.0).
    const marker = new Marker({ element: pin, anchor: "bottom" }).setLngLat(stop).addTo(this.#map)
    marker.setPopup(popup)
    pin.setAttribute("aria-label", stop.label)
    return { marker, popup, window }
  }

  /** Flies to a stop and opens its window. */
  flyTo(stop: Stop): void {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches
    const center: [number, number] = [stop.lng, stop.lat]
    // The window opens above the marker, so that goes to the lower end of what the sheet leaves free.
    const offset: [number, number] = matchMedia(WIDE).matches ? [200, 120] : [0, -40]
    this.#map.flyTo({ center, zoom: NEAR, offset, animate: !still })
    const pinned = this.#stops.get(stop.key)
    if (pinned && !pinned.popup.isOpen()) pinned.marker.togglePopup()
  }

  showWay(line: readonly Coordinates[]): void {
    this.#way = line
    if (this.#map.isStyleLoaded()) this.#drawWay()
    else this.#map.once("idle", () => this.#drawWay())
    if (line.length > 1) this.#fit(line, NEAR)
  }

  #drawWay(): void {
    const coordinates = this.#way.map(({ lat, lng }) => [lng, lat])
    const data = {
      type: "Feature" as const,
      properties: {},
      geometry: { type: "LineString" as const, coordinates },
    }
    const source = this.#map.getSource<GeoJSONSource>(WAY)
    if (source) return void source.setData(data)
    this.#map.addSource(WAY, { type: "geojson", data })
    this.#map.addLayer({
      id: WAY,
      type: "line",
      source: WAY,
      layout: { "line-cap": "round", "line-join": "round" },
      paint: { "line-color": "#1f7a4d", "line-width": 6, "line-opacity": 0.85 },
    })
  }

  showCourier(at: Coordinates | null): void {
    if (!at) {
      this.#courier?.remove()
      this.#courier = null
      return
    }
    if (this.#courier) return void this.#courier.setLngLat(at)
    const dot = document.createElement("div")
    dot.className = "courier-dot"
    dot.setAttribute("role", "img")
    this.#courier = new Marker({ element: dot }).setLngLat(at).addTo(this.#map)
    dot.setAttribute("aria-label", "You are here")
  }

  #fit(points: readonly Coordinates[], maxZoom: number): void {
    const bounds = new LngLatBounds()
    for (const { lat, lng } of points) bounds.extend([lng, lat])
    const { height } = this.#map.getContainer().getBoundingClientRect()
    const padding = matchMedia(WIDE).matches
      ? { top: 90, bottom: 60, left: 460, right: 60 }
      : { top: 70, bottom: height / 2 + 20, left: 40, right: 60 }
    this.#map.fitBounds(bounds, { padding, maxZoom, animate: false })
  }
}
