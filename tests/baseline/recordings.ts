import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const RECORDED = join(import.meta.dirname, "recorded")

/**
 * The folder with the recordings of one test file: `recorded/NAME/`. Call it once, at the top of NAME.test.ts, and call
 * its `done` at the end of the file, which adds a test that fails for recorded files that nothing compares.
 */
export function recordingsOf(name: string) {
  const compared = new Set<string>()
  return {
    /** Fails when the text differs from the recorded file; `npm run baseline -- --update` writes the file. */
    async compare(file: string, text: string): Promise<void> {
      compared.add(`${file}.txt`)
      // A soft assertion, so that one run shows the differences in all files.
      await expect
        .soft(text.endsWith("\n") ? text : `${text}\n`)
        .toMatchFileSnapshot(join(RECORDED, name, `${file}.txt`))
    },
    done(): void {
      it("has no recorded file that is not compared: delete those that are named here", () => {
        // Files of --update are written after the last test; a missing file has failed before.
        const files = existsSync(join(RECORDED, name)) ? readdirSync(join(RECORDED, name)) : []
        expect(files.filter((file) => !compared.has(file))).toEqual([])
      })
    },
  }
}
