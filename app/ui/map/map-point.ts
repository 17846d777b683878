import type { PositionSource } from "#core/places/coordinates.ts"

/** One marker and what its window says. */
export type MapPoint = {
  id: string
  lat: number
  lng: number
  /** Who said where it is; what Google said is shown on Google's map only. */
  source?: PositionSource | null
  title: string
  lines?: string[]
  links?: MapLink[]
  /** The number of its card in the list. Numbered pins that would cover each other become one. */
  number?: number
  /** Closed now: a white pin. */
  isHollow?: boolean
}

/** `onPress` takes the place of loading the address, where it is pressed without a key. */
export type MapLink = { label: string; name?: string; href: string; onPress?: () => void }

/** What was searched for: a dot that says its name. */
export type MapPlace = { lat: number; lng: number; label: string }

export type MapOptions = {
  points: MapPoint[]
  place: MapPlace | null
  /** Used where there are no points to fit. */
  center: { lat: number; lng: number }
  zoom: number
  onSelect: (id: string) => void
  onHover: (id: string | null) => void
}

/** The map's default centre: a fixed coordinate in New York. */
export const NEW_YORK = { lat: 40.7128, lng: -74.006 }
