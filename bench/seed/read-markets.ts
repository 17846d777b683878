import { readFileSync } from "node:fs"
import type pg from "pg"
import { STATE_NAMES } from "../../core/places/states.ts"

export type SeedMarket = {
  name: string
  street: string
  city: string
  state: string
  zip: string
  lat: number | null
  lng: number | null
}

/** The number of markets in the USDA's directory. */
const GENERATED = 8_730
/** State for markets in DC and the territories, which the directory has: Pushcart knows only the fifty states. */
const ELSEWHERE = "MD"
const CODES = new Map(Object.entries(STATE_NAMES).map(([code, name]) => [name.toLowerCase(), code]))

/** Reads the markets of the USDA's directory of farmers markets, from a file with the columns of its CSV export. */
export function readMarkets(file: string): SeedMarket[] {
  const [header = [], ...rows] = parseCsv(readFileSync(file, "utf8"))
  const column = (row: string[], name: string) => row[header.indexOf(name)]?.trim() ?? ""
  return rows
    .filter((row) => row.length === header.length)
    .map((row) => ({
      name: column(row, "MarketName") || "Farmers Market",
      street: column(row, "street") || "Main Street",
      city: column(row, "city") || "Springfield",
      state: CODES.get(column(row, "State").toLowerCase()) ?? ELSEWHERE,
      zip: /^\d{5}/.exec(column(row, "zip"))?.[0] ?? "00000",
      lat: Number(column(row, "y")) || null,
      lng: Number(column(row, "x")) || null,
    }))
}

/** Generates as many markets as the directory has, spread over the ZIP codes like people, for use without its file. */
export async function generateMarkets(client: pg.Client): Promise<SeedMarket[]> {
  const { rows } = await client.query<Omit<SeedMarket, "name" | "street">>(
    "select city, state, zip, lat, lng from zips where state = any($2) order by md5(zip) limit $1",
    [GENERATED, [...CODES.values()]],
  )
  return rows.map((row) => ({ ...row, name: `${row.city} Farmers Market`, street: "1 Main Street" }))
}

/** Parses a CSV file. Quoted fields may contain commas, quotes and line breaks. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? "")
    if (end === ",") continue
    rows.push(row)
    row = []
  }
  return rows
}
