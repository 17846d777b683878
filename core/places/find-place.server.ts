import { asc, desc, inArray, sql } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { zips } from "#db/schema/index.ts"
import type { Coordinates } from "./coordinates.ts"
import { requireZipCenter } from "./find-zip-center.server.ts"
import { type CityName, cityNames } from "./place-names.ts"
import { MALFORMED_ZIP_MESSAGE, UNKNOWN_CITY_MESSAGE, zipField } from "./zip.ts"

/** Where somebody searches: a zip or a city of the zip table. */
export type Place = {
  /** "10001", or "Baltimore, MD". */
  label: string
  center: Coordinates
  /** Cities of the same name in other states, the largest first; none for a zip or where the state was typed. */
  others: string[]
}

/** More would be a wall of links: whoever means another one types its state. */
const MOST_OTHERS = 6

/**
 * The place that a search field names: five digits, nine, or a city with or without its state, in any case. Of several
 * cities of one name it is the one with the most zips. Throws `invalid` on field `zip`.
 */
export async function findPlace(ctx: Pick<Context, "db">, typed: string): Promise<Place> {
  const text = typed.trim()
  const { data: zip } = zipField.safeParse(text)
  if (zip) return { label: zip, center: await requireZipCenter(ctx.db, zip), others: [] }
  const names = cityNames(text)
  if (names.length === 0) throw new DomainError("invalid", MALFORMED_ZIP_MESSAGE, "zip")
  return findCity(ctx, names)
}

async function findCity(ctx: Pick<Context, "db">, names: readonly CityName[]): Promise<Place> {
  const cities = await citiesNamed(
    ctx,
    names.map(({ city }) => city),
  )
  for (const { city, state } of names) {
    const [taken, ...others] = cities.filter(
      (one) => one.city.toLowerCase() === city && (!state || one.state === state),
    )
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

/** Cities of these names, those with the most zips first, each placed in the middle of its zips. */
const citiesNamed = (ctx: Pick<Context, "db">, names: string[]) =>
  ctx.db
    .select({
      city: sql<string>`min(${zips.city})`,
      state: zips.state,
      lat: sql`avg(${zips.lat})`.mapWith(Number),
      lng: sql`avg(${zips.lng})`.mapWith(Number),
    })
    .from(zips)
    .where(inArray(sql`lower(${zips.city})`, names))
    .groupBy(sql`lower(${zips.city})`, zips.state)
    .orderBy(desc(sql`count(*)`), asc(zips.state))
