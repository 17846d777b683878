import { eq } from "drizzle-orm"
import { LRUCache } from "lru-cache"
import type { Executor } from "#db/client.ts"
import { zips } from "#db/schema/index.ts"
import { DomainError } from "../errors.ts"
import type { Coordinates } from "./coordinates.ts"
import { UNKNOWN_ZIP_MESSAGE } from "./zip.ts"

/** About one megabyte per database; people search for far fewer than all 41,000 zips. */
const MOST_KEPT = 10_000

const kept = new WeakMap<Executor, LRUCache<string, Coordinates>>()

/**
 * Returns the center of a zip; null for five digits that are not a zip. The most recently used centers are cached until
 * the process ends, since the zip table changes only when a new version starts. A zip that does not exist is not
 * cached.
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

/** Returns the center of a zip. Throws `invalid` on field `zip` for five digits that are not a zip. */
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
