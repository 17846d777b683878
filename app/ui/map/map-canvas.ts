import type { Coordinates } from "#core/places/coordinates.ts"
import type { MapOptions } from "./map-point.ts"

export type PinOptions = {
  at: Coordinates
  /** The pin's accessible name. */
  label: string
  /** The content of the pin's window. A pin without a window or `onPress` only marks a point. */
  window?: HTMLElement
  /** Called when a pin without a window is pressed. */
  onPress?: () => void
  text?: string
  /** A name shown next to the pin while it is picked. */
  name?: string
  /** White instead of green, for a market that is closed now. */
  isHollow?: boolean
  /** Whether the pin is for several points, whose numbers are its text. */
  isGroup?: boolean
  /** Shown in place of the pin, centered on the point. */
  dot?: HTMLElement
  onOpen?: () => void
  onClose?: () => void
  onHover?: (isOver: boolean) => void
}

export type Pin = {
  /** The element that takes the focus. */
  readonly element: HTMLElement
  move(to: Coordinates): void
  setPicked(isPicked: boolean): void
  open(): void
  close(): void
  remove(): void
}

export type Padding = { top: number; bottom: number; left: number; right: number }

/** The map that pages draw on: Google's if its key is configured, otherwise MapLibre's. */
export type MapCanvas = {
  readonly container: HTMLElement
  addPin(options: PinOptions): Pin
  /** Replaces the line; an empty one removes it. */
  drawLine(line: readonly Coordinates[]): void
  /** Shows all the points within the padding, at most at maxZoom. */
  fit(points: readonly Coordinates[], maxZoom: number, padding?: Padding): void
  /**
   * Without a zoom, the map's zoom stays. `offset`: the point's distance from the center, in pixels to the right and
   * down.
   */
  fly(to: Coordinates, zoom: number | null, offset?: readonly [x: number, y: number]): void
  /** Like `fly`, without an animation and at the same zoom. */
  jump(to: Coordinates, offset: readonly [x: number, y: number]): void
  /** Where in the container a point is shown, in pixels; null while the map can't compute it. */
  pointOf(place: Coordinates): { x: number; y: number } | null
  /** The current zoom: at 0 the world is 512 pixels wide. */
  zoom(): number
  onZoom(act: () => void): void
  remove(): void
}

/** Google's key for the browser, restricted to our site, and the map id that its markers need. */
export type GoogleMapsKey = { key: string; mapId: string }

export type CanvasOptions = Pick<MapOptions, "center" | "zoom"> & {
  /** Called when the map stops working after it was rendered, or will never start: only the list remains. */
  onFail: () => void
}

export const PADDING: Padding = { top: 56, bottom: 56, left: 56, right: 56 }
export const LINE_COLOUR = "#1f7a4d"
