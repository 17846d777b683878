import { open, rename, rm } from "node:fs/promises"

/** The suffix of a file that is still being written. */
export const PART = ".part"

/**
 * Writes to a temporary file and renames it, so that nobody reads a half-written file, even after a crash. With
 * `isFlushed` the file is on disk before this returns and survives a power loss.
 */
export async function writeAtomically(
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
    // A leftover partial file would keep a full disk full.
    await rm(aside, { force: true }).catch(() => {})
    throw error
  }
}
