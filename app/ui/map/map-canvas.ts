import type { Coordinates } from "#core/places/coordinates.ts"
import type { MapOptions } from "./map-point.ts"

export type PinOptions = {
  at: Coordinates
  /** Its accessible name. */
  label: string
  /** What its window says; a pin without one or `onPress` only marks the place. */
  window?: HTMLElement
  /** What pressing it does, where it has no window. */
  onPress?: () => void
  /** What stands on the pin. */
  text?: string
  /** A name beside the pin while it is picked. */
  name?: string
  /** White instead of green: closed now. */
  isHollow?: boolean
  /** It stands for several, whose numbers are its text. */
  isGroup?: boolean
  /** Another look than the pin's: the element is shown with its middle at the place. */
  dot?: HTMLElement
  onOpen?: () => void
  onClose?: () => void
  onHover?: (isOver: boolean) => void
}

export type Pin = {
  /** What takes the focus. */
  readonly element: HTMLElement
  move(to: Coordinates): void
  setPicked(isPicked: boolean): void
  /** Opens its window. */
  open(): void
  close(): void
  remove(): void
}

export type Padding = { top: number; bottom: number; left: number; right: number }

/** What pages draw on, whichever map is below: MapLibre's, or Google's where its key is configured. */
export type MapCanvas = {
  readonly container: HTMLElement
  addPin(options: PinOptions): Pin
  /** One line at a time; an empty one takes it away. */
  drawLine(line: readonly Coordinates[]): void
  /** Shows all of these, and no nearer than maxZoom, within what the padding leaves. */
  fit(points: readonly Coordinates[], maxZoom: number, padding?: Padding): void
  /**
   * Without a zoom it stays as near as it is. `offset`: how many pixels to the right of and below the middle the place
   * comes to be.
   */
  fly(to: Coordinates, zoom: number | null, offset?: readonly [x: number, y: number]): void
  /** As `fly`, at once and as near as it is. */
  jump(to: Coordinates, offset: readonly [x: number, y: number]): void
  /** Where in the container a place is shown, in pixels; null while the map does not know it. */
  pointOf(place: Coordinates): { x: number; y: number } | null
  /** How near it is shown: 0 is the world on 512 pixels. */
  zoom(): number
  onZoom(act: () => void): void
  remove(): void
}

/** Google's key for the browser, restricted to our site, and the map id that its markers need. */
export type GoogleMapsKey = { key: string; mapId: string }

export type CanvasOptions = Pick<MapOptions, "center" | "zoom"> & {
  /** The map stopped working after it was drawn, or never will: the list is what remains. */
  onFail: () => void
}

export const PADDING: Padding = { top: 56, bottom: 56, left: 56, right: 56 }
export const LINE_COLOUR = "#1f7a4d"
