import timeZoneAt from "@photostructure/tz-lookup"

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
  "America/New_York",
  "America/Nome",
  "America/North_Dakota/",
  "America/Phoenix",
  "America/Sitka",
  "America/Yakutat",
  "Pacific/Honolulu",
]

type Place = { state: string; county: string; lat: number; lng: number }

/**
 * Adds each place's time zone, by its coordinates. The lookup is coarse and puts some places on the border
 * into Canada, Mexico or Siberia: those get the zone that most of their county has, else most of their state.
 */
export function withTimeZones<P extends Place>(places: P[]): (P & { timeZone: string })[] {
  const votes = new Map<string, Map<string, number>>()
  const looked = places.map((place) => ({ place, zone: timeZoneAt(place.lat, place.lng) }))
  for (const { place, zone } of looked) {
    if (!isOfTheStates(zone)) continue
    for (const key of electorates(place)) {
      const count = votes.get(key) ?? new Map<string, number>()
      votes.set(key, count.set(zone, (count.get(zone) ?? 0) + 1))
    }
  }
  return looked.map(({ place, zone }) => ({
    ...place,
    timeZone: isOfTheStates(zone) ? zone : winner(place, votes),
  }))
}

function electorates({ state, county }: Place): string[] {
  return [`${state}/${county}`, state]
}

function winner(place: Place, votes: Map<string, Map<string, number>>): string {
  for (const key of electorates(place)) {
    const ranked = [...(votes.get(key) ?? [])].sort((a, b) => b[1] - a[1])
    if (ranked[0]) return ranked[0][0]
  }
  throw new Error(`No time zone for ${place.county}, ${place.state}`)
}

function isOfTheStates(zone: string): boolean {
  return STATE_ZONES.some((known) => (known.endsWith("/") ? zone.startsWith(known) : zone === known))
}
