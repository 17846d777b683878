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
  links?: { label: string; href: string }[]
}

export type MapOptions = {
  points: MapPoint[]
  /** Used where there are no points to fit. */
  center: { lat: number; lng: number }
  zoom: number
  onSelect: (id: string) => void
  onHover: (id: string | null) => void
}

/** The map's default centre: a fixed coordinate in New York. */
export const NEW_YORK = { lat: 40.7128, lng: -74.006 }
