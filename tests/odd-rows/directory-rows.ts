import { readFileSync } from "node:fs"
import { isStateCode, STATE_NAMES, type StateCode } from "#core/places/states.ts"
import { parseCsv } from "../../bench/seed/read-markets.ts"

/** A market of the USDA's directory, with its texts exactly as they were typed there. */
export type DirectoryRow = {
  id: string
  name: string
  /** Its website, or another page about it. */
  website: string
  street: string
  city: string
  state: StateCode
  zip: string
  /** null if the directory has no coordinates. */
  lat: number | null
  lng: number | null
}

const CODES = new Map(Object.entries(STATE_NAMES).map(([code, name]) => [name.toLowerCase(), code]))

/**
 * Reads the directory's markets in the 50 states, which Pushcart covers, from a file with the columns of its CSV
 * export.
 */
export function readDirectory(file: string): DirectoryRow[] {
  const [header = [], ...lines] = parseCsv(readFileSync(file, "utf8"))
  return lines.flatMap((line) => {
    const column = (name: string) => line[header.indexOf(name)] ?? ""
    const state = CODES.get(column("State").trim().toLowerCase()) ?? ""
    if (line.length !== header.length || !isStateCode(state)) return []
    const row = {
      id: column("FMID"),
      name: column("MarketName"),
      website: column("Website") || column("Facebook") || column("OtherMedia"),
      street: column("street"),
      city: column("city"),
      state,
      zip: column("zip"),
      lat: Number(column("y")) || null,
      lng: Number(column("x")) || null,
    }
    return [row]
  })
}

/** Returns the `count` oddest rows: the fewer rows share an oddity, the more it counts. No name occurs twice. */
export function oddestRows(rows: readonly DirectoryRow[], count: number): DirectoryRow[] {
  const having = new Map<string, number>()
  for (const row of rows)
    for (const oddity of odditiesOf(row)) having.set(oddity, (having.get(oddity) ?? 0) + 1)
  const scoreOf = (row: DirectoryRow) =>
    odditiesOf(row).reduce((score, oddity) => score + 1 / (having.get(oddity) ?? 1), 0)
  const sorted = rows
    .map((row) => ({ row, score: scoreOf(row) }))
    .sort((a, b) => b.score - a.score || Number(a.row.id) - Number(b.row.id))
  const byName = new Map<string, DirectoryRow>()
  for (const { row } of sorted) {
    const name = row.name.trim().toLowerCase()
    if (!byName.has(name)) byName.set(name, row)
  }
  return [...byName.values()].slice(0, count)
}

/** The oddities of a row that might break a form, each once. */
function odditiesOf({ name, street, city, zip, website }: DirectoryRow): string[] {
  const texts = { name, street, city }
  const signs = Object.entries(texts).flatMap(([field, text]) => [
    ...[...text].filter((sign) => /[^A-Za-z0-9 ]/.test(sign)).map((sign) => `${sign} in ${field}`),
    ...(/\s\s/.test(text.trim()) ? [`blanks in ${field}`] : []),
    ...(text === text.trim() ? [] : [`blanks around ${field}`]),
    ...[60, 80].flatMap((letters) => (text.length > letters ? [`${field} above ${letters}`] : [])),
    ...(text.trim() === "" ? [`no ${field}`] : []),
  ])
  const zipLooks = zip.replace(/\d/g, "9").replace(/[a-z]/gi, "a")
  return [
    ...new Set([
      ...signs,
      ...(zipLooks === "99999" ? [] : [`zip like ${zipLooks}`]),
      ...(website === "" || /^https?:\/\//i.test(website) ? [] : ["website without scheme"]),
      ...(/\s/.test(website) ? ["blanks in website"] : []),
      ...(website.includes("@") ? ["@ in website"] : []),
    ]),
  ]
}
