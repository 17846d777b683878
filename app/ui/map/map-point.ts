import type { PositionSource } from "#core/places/coordinates.ts"

/** A marker with the content of its window. */
export type MapPoint = {
  id: string
  lat: number
  lng: number
  /** The source of the coordinates: Google's may be shown on Google's map only. */
  source?: PositionSource | null
  title: string
  lines?: string[]
  links?: MapLink[]
  /** The number of the point's card in the list. Numbered pins that would cover each other become a single pin. */
  number?: number
  /** Closed now: shown as a white pin. */
  isHollow?: boolean
}

/** `onPress` replaces loading the URL when the link is pressed without a modifier key. */
export type MapLink = { label: string; name?: string; href: string; onPress?: () => void }

/** The searched place: a dot with its name. */
export type MapPlace = { lat: number; lng: number; label: string }

export type MapOptions = {
  points: MapPoint[]
  place: MapPlace | null
  /** Used if there are no points to fit. */
  center: { lat: number; lng: number }
  zoom: number
  onSelect: (id: string) => void
  onHover: (id: string | null) => void
}

/** The map's default center: a fixed coordinate in New York. */
export const NEW_YORK = { lat: 40.7128, lng: -74.006 }
