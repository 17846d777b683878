import { eq } from "drizzle-orm"
import type { Executor } from "#db/client.ts"
import { zips } from "#db/schema/index.ts"

export type FoundZip = typeof zips.$inferSelect

/** A zip with its city, centre and time zone; null for five digits that no zip has. */
export async function findZip(db: Executor, zip: string): Promise<FoundZip | null> {
  const [found] = await db.select().from(zips).where(eq(zips.zip, zip)).limit(1)
  return found ?? null
}
