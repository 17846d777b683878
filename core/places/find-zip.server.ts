import { eq } from "drizzle-orm"
import { DomainError } from "#core/errors.ts"
import type { Executor } from "#db/client.ts"
import { zips } from "#db/schema/index.ts"
import { stateProblem } from "./state-of-zip.ts"
import { UNKNOWN_ZIP_MESSAGE } from "./zip.ts"

const { zip, city, state, county, lat, lng, timeZone } = zips

export type FoundZip = Omit<typeof zips.$inferSelect, "cityKey">

/** A zip with its city, center and time zone; null for five digits that are not a zip. */
export async function findZip(db: Executor, digits: string): Promise<FoundZip | null> {
  const [found] = await db
    .select({ zip, city, state, county, lat, lng, timeZone })
    .from(zips)
    .where(eq(zip, digits))
    .limit(1)
  return found ?? null
}

type Address = { zip: string; state: string }

/**
 * Throws `invalid` for a state that the zip does not lie in, so that tax, distance and label agree. A zip that is
 * missing in the table is left to the geocoder.
 */
export async function requireStateOfZip(db: Executor, address: Address): Promise<FoundZip | null> {
  const found = await findZip(db, address.zip)
  const problem = found && stateProblem(found, address.state)
  if (problem) throw new DomainError("invalid", problem.message, problem.field)
  return found
}

/**
 * Returns the zip of an address. Throws `invalid` for five digits that are not a zip, and for a state that the zip does
 * not lie in.
 */
export async function zipOfAddress(db: Executor, address: Address): Promise<FoundZip> {
  const found = await requireStateOfZip(db, address)
  if (!found) throw new DomainError("invalid", UNKNOWN_ZIP_MESSAGE, "zip")
  return found
}
