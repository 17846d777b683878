import { clockAt } from "#core/calendar/zoned-time.ts"

/** The zones offered to people: those of the fifty states, from east to west. */
export const TIME_ZONES = [
  { value: "America/New_York", label: "Eastern" },
  { value: "America/Chicago", label: "Central" },
  { value: "America/Denver", label: "Mountain" },
  { value: "America/Phoenix", label: "Arizona" },
  { value: "America/Los_Angeles", label: "Pacific" },
  { value: "America/Anchorage", label: "Alaska" },
  { value: "America/Adak", label: "Aleutian Islands" },
  { value: "Pacific/Honolulu", label: "Hawaii" },
] as const

/** The source of a market's zone: one that an admin approved stays when the zip table is corrected. */
export const TIME_ZONE_SOURCES = ["zip", "admin"] as const

/** For people whose location is unknown. */
export const DEFAULT_TIME_ZONE = "America/New_York"

export const isTimeZone = (text: string): boolean => TIME_ZONES.some(({ value }) => value === text)

/** "Eastern"; a zone of a single county, which only a zip leads to, is named by its location: "Indiana, Knox". */
export function timeZoneLabel(zone: string): string {
  const known = TIME_ZONES.find(({ value }) => value === zone)
  return known?.label ?? zone.split("/").slice(1).join(", ").replaceAll("_", " ")
}

/**
 * A market's zone for its seller: "Eastern Time (New York)", "Central Time (Knox, Indiana)"; only the location if no
 * region has its clock.
 */
export function timeZoneWords(zone: string): string {
  const place = zone.split("/").slice(1).reverse().join(", ").replaceAll("_", " ")
  const region = TIME_ZONES.find(({ value }) => haveSameClock(value, zone))
  return region ? `${region.label} Time (${place})` : place
}

const WINTER_AND_SUMMER = [new Date("2026-01-15T12:00:00Z"), new Date("2026-07-15T12:00:00Z")]

/** Whether clocks in both zones show the same time, in winter and in summer. */
export function haveSameClock(zone: string, other: string): boolean {
  return WINTER_AND_SUMMER.every((instant) => {
    const here = clockAt(instant, zone)
    const there = clockAt(instant, other)
    return here.date === there.date && here.minutes === there.minutes
  })
}
