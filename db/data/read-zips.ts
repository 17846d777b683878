import { createReadStream } from "node:fs"
import { createInterface } from "node:readline"
import { createGunzip } from "node:zlib"

/** One zip: its post office's city, and the center of its area. `state` may be DC or a territory. */
export type ZipRow = {
  zip: string
  city: string
  state: string
  county: string
  lat: number
  lng: number
  /** An IANA name, like America/New_York. */
  timeZone: string
}

/** The committed table that `build-zips.ts` makes. */
export const ZIPS_FILE = new URL("zips.csv.gz", import.meta.url)

/** Streams the table in order of zip. No field is quoted, as `build-zips.ts` ensures. */
export async function* readZips(file: URL | string = ZIPS_FILE): AsyncGenerator<ZipRow> {
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Infinity })
  let isHeader = true
  for await (const line of lines) {
    if (!isHeader && line !== "") yield parseZipLine(line)
    isHeader = false
  }
}

/** Yields the zips in batches of `size` rows, for inserts. */
export async function* readZipBatches(size = 1000, file: URL | string = ZIPS_FILE): AsyncGenerator<ZipRow[]> {
  let batch: ZipRow[] = []
  for await (const row of readZips(file)) {
    batch.push(row)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function parseZipLine(line: string): ZipRow {
  const [zip, city, state, county, lat, lng, timeZone] = line.split(",")
  if (!zip || !city || !state || county === undefined || !lat || !lng || !timeZone) {
    throw new Error(`zips.csv.gz has a broken line: ${line}`)
  }
  return { zip, city, state, county, lat: Number(lat), lng: Number(lng), timeZone }
}
