import { eq } from "drizzle-orm"
import { LRUCache } from "lru-cache"
import type { Executor } from "#db/client.ts"
import { zips } from "#db/schema/index.ts"
import { DomainError } from "../errors.ts"
import type { Coordinates } from "./coordinates.ts"
import { UNKNOWN_ZIP_MESSAGE } from "./zip.ts"

/** About a megabyte for each database; home is asked for far fewer zips than the 41,000 there are. */
const MOST_KEPT = 10_000

const kept = new WeakMap<Executor, LRUCache<string, Coordinates>>()

/**
 * The centre of a zip; null for five digits that no zip has. The centres used last are kept in memory for as long
 * as the process lives: the table of zips is part of a version of the program, and only a start with another version fills
 * it again. That a zip does not exist is not kept.
 */
export async function findZipCenter(db: Executor, zip: string): Promise<Coordinates | null> {
  const known = centersOf(db)
  const center = known.get(zip)
  if (center) return center
  const [found] = await db.select({ lat: zips.lat, lng: zips.lng }).from(zips).where(eq(zips.zip, zip))
  if (!found) return null
  known.set(zip, found)
  return found
}

/** Returns the center of a zip. Throws `invalid` on field `zip` for five digits that no zip has. */
export async function requireZipCenter(db: Executor, zip: string): Promise<Coordinates> {
  const center = await findZipCenter(db, zip)
  if (!center) throw new DomainError("invalid", UNKNOWN_ZIP_MESSAGE, "zip")
  return center
}

function centersOf(db: Executor): LRUCache<string, Coordinates> {
  const known = kept.get(db) ?? new LRUCache<string, Coordinates>({ max: MOST_KEPT })
  kept.set(db, known)
  return known
}
