import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const RECORDED = join(import.meta.dirname, "recorded")

it("records into folders alone, each named after the test file that compares it", () => {
  const folders = existsSync(RECORDED) ? readdirSync(RECORDED) : []
  expect(folders.filter((name) => !existsSync(join(import.meta.dirname, `${name}.test.ts`)))).toEqual([])
})
