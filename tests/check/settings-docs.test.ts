import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { SETTINGS } from "#server/platform/settings.ts"
import { envExample, withSettingsTable } from "#server/platform/settings-docs.ts"

const read = (name: string) => readFileSync(join(import.meta.dirname, "..", "..", name), "utf8")
const HOW = "It is old: run npm run settings, and commit what it wrote."

it("has the settings table in docs/operations.md that the program reads by", () => {
  const document = read("docs/operations.md")
  expect(withSettingsTable(document), HOW).toBe(document)
  for (const name of Object.keys(SETTINGS)) expect(document).toContain(`\`${name}\``)
})

it("has the .env.example that the program reads by", () => {
  expect(read(".env.example"), HOW).toBe(envExample())
})
