import { open, rename, rm } from "node:fs/promises"

/** How a file is named that is not whole yet. */
export const PART = ".part"

/**
 * Writes a file aside and moves it into place: nobody reads half of one, whatever is killed when. `isFlushed`: it is on
 * the disk before this returns, and outlives a lost power.
 */
export async function writeWhole(
  path: string,
  bytes: Uint8Array,
  { isFlushed = false }: { isFlushed?: boolean } = {},
): Promise<void> {
  const aside = `${path}.${crypto.randomUUID()}${PART}`
  try {
    const file = await open(aside, "wx", 0o600)
    try {
      await file.writeFile(bytes)
      if (isFlushed) await file.sync()
    } finally {
      await file.close()
    }
    await rename(aside, path)
  } catch (error) {
    // Half a file would keep a full disk full.
    await rm(aside, { force: true }).catch(() => {})
    throw error
  }
}
