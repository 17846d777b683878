import { readFile, writeFile } from "node:fs/promises"
import { z } from "zod"

const note = z.object({
  at: z.iso.datetime(),
  /** What was wrong, a sentence each; none is well. */
  problems: z.array(z.string()),
})
export type VerificationNote = z.infer<typeof note>

const noteFile = (file: string): string => `${file}.verified`

/** Notes beside a backup what its last verification found. */
export const noteVerification = (file: string, found: VerificationNote): Promise<void> =>
  writeFile(noteFile(file), `${JSON.stringify(found)}\n`, { mode: 0o600 })

/** What the last verification of a backup found; nothing where there was none. */
export async function readVerification(file: string): Promise<VerificationNote | undefined> {
  const text = await readFile(noteFile(file), "utf8").catch(() => "")
  try {
    return note.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
