import { sql } from "drizzle-orm"
import type { Database } from "#db/client.ts"
import type { DirectoryRow } from "./directory-rows.ts"

/** A row as a seller types it, and the corrections for values that a form rejects. */
export type TypedRow = {
  typed: Record<Field, string>
  instead: Partial<Record<Field, string>>
}
export type Field = "address" | "city" | "state" | "zip" | "marketName" | "phone" | "website"

/** The directory has no phone numbers, so these are used in turn, as people write them. */
const PHONES = [
  "(503) 555-0134",
  "503.555.0134",
  "+1 503 555 0134",
  "1-503-555-0134 ",
  "5035550134",
  "503-555-0134 ext. 12",
]
const LONGEST_NAME = 80
const LONGEST_ADDRESS = 120

/**
 * `number` is the row's position among the typed ones. The corrections are decided here, independently of the forms.
 */
export async function typeRow(db: Database, row: DirectoryRow, number: number): Promise<TypedRow> {
  const phone = PHONES[number % PHONES.length]!
  const typed = {
    address: row.street,
    city: row.city,
    state: row.state,
    zip: row.zip,
    marketName: row.name,
    phone,
    website: row.website,
  }
  const place = await nearestZip(db, row)
  const instead: TypedRow["instead"] = {}
  if (!/\p{L}/u.test(row.street)) instead.address = "Main St"
  if (row.street.trim().length > LONGEST_ADDRESS) instead.address = cutAt(row.street, LONGEST_ADDRESS)
  if (!/\p{L}/u.test(row.city)) instead.city = place.city
  if (row.city.trim().length > LONGEST_NAME) instead.city = row.city.split(",")[0]!
  if (!(await isZipOf(db, row))) instead.zip = place.zip
  if (row.name.trim().length > LONGEST_NAME) instead.marketName = cutAt(row.name, LONGEST_NAME)
  if (/ext/.test(phone)) instead.phone = phone.replace(/ ext.*/, "")
  if (!/^(https?:\/\/)?[\w-]+(\.[\w-]+)+([/?#]\S*)?$/i.test(row.website.trim() || "none.example"))
    instead.website = ""
  return { typed, instead }
}

async function isZipOf(db: Database, { zip, state }: DirectoryRow): Promise<boolean> {
  if (!/^\d{5}(-\d{4})?$/.test(zip.trim())) return false
  const { rows } = await db.execute(
    sql`select from zips where zip = ${zip.trim().slice(0, 5)} and state = ${state}`,
  )
  return rows.length > 0
}

/** The ZIP that the seller would look up: of the same city, or else the nearest one of the state. */
async function nearestZip(db: Database, { city, state, lat, lng }: DirectoryRow) {
  const { rows } = await db.execute<{ zip: string; city: string }>(sql`
    select zip, city from zips where state = ${state}
    order by lower(city) = lower(${city.trim()}) desc,
      (lat - ${lat}::float8) ^ 2 + (lng - ${lng}::float8) ^ 2, zip
    limit 1`)
  return rows[0]!
}

const cutAt = (text: string, most: number) =>
  text
    .trim()
    .slice(0, most)
    .replace(/\s+\S*$/, "")
