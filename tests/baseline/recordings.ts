import { readdirSync } from "node:fs"
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
      await expect(text.endsWith("\n") ? text : `${text}\n`).toMatchFileSnapshot(
        join(RECORDED, name, `${file}.txt`),
      )
    },
    done(): void {
      it("has no recorded file that is not compared: delete those that are named here", () => {
        expect(readdirSync(join(RECORDED, name)).sort()).toEqual([...compared].sort())
      })
    },
  }
}
