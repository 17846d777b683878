import { asc, desc, inArray, sql } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { plainText } from "#core/typed-text.ts"
import { zips } from "#db/schema/index.ts"
import type { Coordinates } from "./coordinates.ts"
import { requireZipCenter } from "./find-zip-center.server.ts"
import { type CityName, cityNames } from "./place-names.ts"
import { MALFORMED_ZIP_MESSAGE, UNKNOWN_CITY_MESSAGE, zipField } from "./zip.ts"

/** A searched location: a zip or a city of the zip table. */
export type Place = {
  /** "10001", or "Baltimore, MD". */
  label: string
  center: Coordinates
  /** Cities of the same name in other states, the largest first; empty for a zip, or if the state was typed. */
  others: string[]
}

/** More would be a wall of links: for other cities, people type the state. */
const MOST_OTHERS = 6

/** "Baltimore, MD 21201-1234" and "21201, USA": a zip after a city or an address, or alone. */
const ZIP_AT_END = /(?:^|[^\d])(\d{5})(?:-?\d{4})?(?:,? *(?:USA?|U\.S\.A?\.?|United States))?$/i

/**
 * Finds the location that was typed into a search field: a zip of five or nine digits, also at the end of an address,
 * or a city with or without its state, in any spelling. Of several cities with the same name, returns the one with the
 * most zips. Throws `invalid` on field `zip`.
 */
export async function findPlace(ctx: Pick<Context, "db">, typed: string): Promise<Place> {
  const text = plainText(typed)
  const zip = zipField.safeParse(text).data ?? ZIP_AT_END.exec(text)?.[1]
  if (zip) return { label: zip, center: await requireZipCenter(ctx.db, zip), others: [] }
  const names = cityNames(text)
  if (names.length === 0) throw new DomainError("invalid", MALFORMED_ZIP_MESSAGE, "zip")
  return findCity(ctx, names)
}

async function findCity(ctx: Pick<Context, "db">, names: readonly CityName[]): Promise<Place> {
  const cities = await citiesNamed(
    ctx,
    names.map(({ key }) => key),
  )
  for (const { key, state } of names) {
    const [taken, ...others] = cities.filter((one) => one.key === key && (!state || one.state === state))
    if (taken)
      return {
        label: labelOf(taken),
        center: { lat: taken.lat, lng: taken.lng },
        others: others.slice(0, MOST_OTHERS).map(labelOf),
      }
  }
  throw new DomainError("invalid", UNKNOWN_CITY_MESSAGE, "zip")
}

const labelOf = ({ city, state }: { city: string; state: string }) => `${city}, ${state}`

/** Cities with these keys, those with the most zips first, each located at the center of its zips. */
const citiesNamed = (ctx: Pick<Context, "db">, keys: string[]) =>
  ctx.db
    .select({
      key: zips.cityKey,
      city: sql<string>`min(${zips.city})`,
      state: zips.state,
      lat: sql`avg(${zips.lat})`.mapWith(Number),
      lng: sql`avg(${zips.lng})`.mapWith(Number),
    })
    .from(zips)
    .where(inArray(zips.cityKey, keys))
    .groupBy(zips.cityKey, zips.state)
    .orderBy(desc(sql`count(*)`), asc(zips.state))
