import { find } from "geo-tz/all"
import type { Coordinates } from "#core/places/coordinates.ts"
import { haveSameClock } from "#core/places/time-zones.ts"
import { OWN_CLOCKS, SPLIT_COUNTIES } from "./split-counties.ts"

/** A zip is borderline if the time differs at a point this far from its center. */
const BORDER_MILES = 5
const MILES_PER_DEGREE = 69

/** Coordinates are the center of the zip's area; `town` is the location of its post office according to GeoNames. */
export type ZipPlace = Coordinates & {
  zip: string
  city: string
  state: string
  county: string
  town: Coordinates
}

/** A zip whose time zone the map at its center alone cannot decide. */
export type Borderline = {
  place: ZipPlace
  /** The map's zone at the center and at the town; undefined if there is no zone of the states. */
  middle: string | undefined
  town: string | undefined
  timeZone: string
  decidedBy: "the county's zips" | "middle and town" | "the table of towns"
}

type Looked = Pick<ZipPlace, "state" | "county"> & {
  place: ZipPlace
  middle: string | undefined
  town: string | undefined
  isBorderline: boolean
}

/**
 * Adds each zip's time zone, by the map at its center. A borderline zip gets the zone of most of its county's other
 * zips; in a county that the law splits, only if center and town disagree. Throws if a zip in a county that is not
 * split differs from the county's other zips although it is far from any border: then one of the sources is wrong.
 */
export function withTimeZones<P extends ZipPlace>(places: P[]) {
  const looked = places.map((place) => ({
    ...look(place),
    place,
    state: place.state,
    county: place.county,
  }))
  const zones = new Map([...byCounty(looked)].map(([county, all]) => [county, zoneOfMost(all)]))
  const borderline: Borderline[] = []
  const rows = looked.map((it) => {
    const decided = decide(it, zones.get(countyOf(it.place)))
    if (it.isBorderline || decided.decidedBy === "the table of towns") borderline.push({ ...it, ...decided })
    return { ...it.place, timeZone: decided.timeZone }
  })
  return { rows, borderline }
}

function decide(it: Looked, ofCounty: string | undefined): Pick<Borderline, "timeZone" | "decidedBy"> {
  const { place, middle, town } = it
  const own = OWN_CLOCKS[place.zip]
  if (own) return { timeZone: own.timeZone, decidedBy: "the table of towns" }
  const isSplit = SPLIT_COUNTIES.has(countyOf(place))
  if (middle && !it.isBorderline) {
    if (isSplit || !ofCounty || haveSameClock(middle, ofCounty))
      return { timeZone: middle, decidedBy: "middle and town" }
    throw new Error(`${place.zip} ${place.city} has ${middle}, but ${countyOf(place)} has ${ofCounty}.`)
  }
  if (isSplit && middle && town && haveSameClock(middle, town))
    return { timeZone: middle, decidedBy: "middle and town" }
  if (!ofCounty) throw new Error(`No time zone for ${countyOf(place)}`)
  return { timeZone: ofCounty, decidedBy: "the county's zips" }
}

function look(place: ZipPlace): Pick<Looked, "middle" | "town" | "isBorderline"> {
  const middle = zoneAt(place)
  const town = zoneAt(place.town)
  const around = [town, ...ring(place).map(zoneAt)].filter((zone) => zone !== undefined)
  return { middle, town, isBorderline: !middle || around.some((zone) => !haveSameClock(zone, middle)) }
}

/** Eight points at BORDER_MILES around. */
function ring({ lat, lng }: Coordinates): Coordinates[] {
  const degrees = BORDER_MILES / MILES_PER_DEGREE
  return Array.from({ length: 8 }, (_, eighth) => {
    const angle = (eighth * Math.PI) / 4
    const east = (degrees * Math.sin(angle)) / Math.cos((lat * Math.PI) / 180)
    return { lat: lat + degrees * Math.cos(angle), lng: lng + east }
  })
}

export const countyOf = ({ state, county }: Pick<ZipPlace, "state" | "county">): string =>
  `${county}, ${state}`

export function byCounty<P extends Pick<ZipPlace, "state" | "county">>(
  places: Iterable<P>,
): Map<string, P[]> {
  const counties = new Map<string, P[]>()
  for (const place of places) {
    const known = counties.get(countyOf(place))
    if (known) known.push(place)
    else counties.set(countyOf(place), [place])
  }
  return counties
}

/** Counts the zips away from any border; in a county without such zips, all of its zips. */
function zoneOfMost(all: Looked[]): string | undefined {
  const clear = all.filter(({ isBorderline }) => !isBorderline)
  const zones = (clear.length > 0 ? clear : all).flatMap(({ middle }) => middle ?? [])
  const counts = new Map<string, number>()
  for (const zone of zones) counts.set(zone, (counts.get(zone) ?? 0) + 1)
  const ranked = [...counts].sort(([, a], [, b]) => b - a)
  return ranked[0]?.[0]
}

/** The zone of the fifty states at a point: undefined at sea and abroad. */
function zoneAt({ lat, lng }: Coordinates): string | undefined {
  return find(lat, lng).find(isOfTheStates)
}

const STATE_ZONES = [
  "America/Adak",
  "America/Anchorage",
  "America/Boise",
  "America/Chicago",
  "America/Denver",
  "America/Detroit",
  "America/Indiana/",
  "America/Juneau",
  "America/Kentucky/",
  "America/Los_Angeles",
  "America/Menominee",
  "America/Metlakatla",
  "America/New_York",
  "America/Nome",
  "America/North_Dakota/",
  "America/Phoenix",
  "America/Sitka",
  "America/Yakutat",
  "Pacific/Honolulu",
]

function isOfTheStates(zone: string): boolean {
  return STATE_ZONES.some((known) => (known.endsWith("/") ? zone.startsWith(known) : zone === known))
}
