import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const RECORDED = join(import.meta.dirname, "recorded")

/**
 * Where one test file keeps what it records: `recorded/NAME/`. Call it once, at the top of NAME.test.ts; its `done` is
 * called at the file's end and adds the test that finds recorded files which nothing compares any more.
 */
export function recordingsOf(name: string) {
  const compared = new Set<string>()
  return {
    /** Fails where the text differs from the recorded file; `npm run baseline -- --update` writes it. */
    async compare(file: string, text: string): Promise<void> {
      compared.add(`${file}.txt`)
      // Softly, so that one run shows what differs in every file.
      await expect
        .soft(text.endsWith("\n") ? text : `${text}\n`)
        .toMatchFileSnapshot(join(RECORDED, name, `${file}.txt`))
    },
    done(): void {
      it("has no recorded file that is not compared: delete those that are named here", () => {
        // What is written by --update appears after the last test; what is missing has failed before.
        const files = existsSync(join(RECORDED, name)) ? readdirSync(join(RECORDED, name)) : []
        expect(files.filter((file) => !compared.has(file))).toEqual([])
      })
    },
  }
}
