import type { MapCanvas, Padding, Pin } from "#app/ui/map/map-canvas.ts"
import type { Coordinates } from "#core/places/coordinates.ts"
import { routeAhead } from "./route-ahead.ts"
import type { Stop } from "./stops.ts"

const NEAR = 15
const STOPS_ZOOM = 13
/** On screens this wide, the visible part of the map is next to the sheet; on a phone it is above the sheet. */
const WIDE = "(width >= 768px)"
/** A line that just fits touches the padding, so its ends count as visible within this many pixels. */
const EDGE = 8
/** Offset on a phone, which keeps a 300 px info window clear of the sheet below and of the map's own buttons. */
const LEFT_OF_THE_BUTTONS = [-24, -40] as const

/**
 * What the courier's map adds to the base map: markets with deliveries, the route, the destination, and the courier.
 */
export class CourierLayer {
  readonly #canvas: MapCanvas
  readonly #onOpen: (key: string, window: HTMLElement | null) => void
  readonly #stops = new Map<string, Pin>()
  #route: readonly Coordinates[] = []
  #courier: { pin: Pin; at: Coordinates } | null = null
  #isFitted = false

  constructor(canvas: MapCanvas, onOpen: (key: string, window: HTMLElement | null) => void) {
    this.#canvas = canvas
    this.#onOpen = onOpen
  }

  /** Adds and removes markers; a marker that remains keeps its open window. */
  showStops(stops: readonly Stop[]): void {
    const wanted = new Set(stops.map(({ key }) => key))
    for (const [key, pin] of this.#stops) {
      if (wanted.has(key)) continue
      pin.remove()
      this.#stops.delete(key)
    }
    for (const stop of stops) if (!this.#stops.has(stop.key)) this.#stops.set(stop.key, this.#pin(stop))
    if (this.#isFitted || stops.length === 0) return
    this.#isFitted = true
    this.#fit(stops, STOPS_ZOOM)
  }

  #pin(stop: Stop): Pin {
    const window = document.createElement("div")
    window.className = "map-window"
    window.tabIndex = -1
    const pin = this.#canvas.addPin({
      at: stop,
      label: stop.label,
      window,
      onOpen: () => {
        this.#onOpen(stop.key, window)
        this.#makeRoom(stop, null)
        window.focus({ preventScroll: true })
      },
      onClose: () => this.#onOpen(stop.key, null),
    })
    pin.setPicked(stop.isGoal)
    return pin
  }

  flyTo(stop: Stop): void {
    this.#stops.get(stop.key)?.open()
    this.#makeRoom(stop, NEAR)
  }

  /** The window opens above its marker, so the marker moves to the lower end of the area that the sheet leaves free. */
  #makeRoom(stop: Stop, zoom: number | null): void {
    this.#canvas.fly(stop, zoom, matchMedia(WIDE).matches ? [200, 120] : LEFT_OF_THE_BUTTONS)
  }

  /** A recalculated route replaces the last one without moving the map. */
  showRoute(line: readonly Coordinates[], isRenewed: boolean): void {
    this.#route = line
    this.#canvas.drawLine(routeAhead(line, this.#courier?.at ?? null))
    if (line.length < 2 || isRenewed) return
    this.#fit(line, NEAR)
    // A phone has room for either the route or an info window.
    if (!matchMedia(WIDE).matches) for (const pin of this.#stops.values()) pin.close()
  }

  showCourier(at: Coordinates | null): void {
    if (!at) {
      this.#courier?.pin.remove()
      this.#courier = null
      return
    }
    const before = this.#courier?.at
    if (this.#courier) this.#courier.pin.move(at)
    // The map follows a courier who drives out of view. If the courier panned the map elsewhere, it stays there.
    if (before && this.#isSeen(before) && !this.#isSeen(at)) this.#canvas.jump(at, this.#middleOfTheFree())
    this.#courier = { pin: this.#courier?.pin ?? this.#dot(at), at }
    if (this.#route.length > 1) this.#canvas.drawLine(routeAhead(this.#route, at))
  }

  #fit(points: readonly Coordinates[], maxZoom: number): void {
    this.#canvas.fit(points, maxZoom, this.#taken())
  }

  /** How much of each side of the map the sheet and the map's own buttons cover. */
  #taken(): Padding {
    const { height } = this.#canvas.container.getBoundingClientRect()
    return matchMedia(WIDE).matches
      ? { top: 90, bottom: 60, left: 460, right: 60 }
      : { top: 70, bottom: height / 2 + 20, left: 40, right: 60 }
  }

  /** Whether a point is visible next to the sheet, with some of its surroundings. */
  #isSeen(place: Coordinates): boolean {
    const point = this.#canvas.pointOf(place)
    if (!point) return false
    const { width, height } = this.#canvas.container.getBoundingClientRect()
    const { top, bottom, left, right } = this.#taken()
    const [x, y] = [point.x + EDGE, point.y + EDGE]
    const isWithin = x >= left && x <= width - right + 2 * EDGE
    return isWithin && y >= top && y <= height - bottom + 2 * EDGE
  }

  #middleOfTheFree(): [x: number, y: number] {
    const { top, bottom, left, right } = this.#taken()
    return [(left - right) / 2, (top - bottom) / 2]
  }

  #dot(at: Coordinates): Pin {
    const dot = document.createElement("div")
    dot.className = "courier-dot"
    return this.#canvas.addPin({ at, label: "You are here", dot })
  }
}
