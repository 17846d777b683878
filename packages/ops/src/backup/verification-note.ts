import { readFile, writeFile } from "node:fs/promises"
import { z } from "zod"

const note = z.object({
  at: z.iso.datetime(),
  /** The problems found, one sentence each; empty if the backup is good. */
  problems: z.array(z.string()),
})
export type VerificationNote = z.infer<typeof note>

const noteFile = (file: string): string => `${file}.verified`

/** Stores the result of a backup's verification next to it. */
export const noteVerification = (file: string, found: VerificationNote): Promise<void> =>
  writeFile(noteFile(file), `${JSON.stringify(found)}\n`, { mode: 0o600 })

/** The result of a backup's last verification; undefined if there was none. */
export async function readVerification(file: string): Promise<VerificationNote | undefined> {
  const text = await readFile(noteFile(file), "utf8").catch(() => "")
  try {
    return note.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
