import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { SETTINGS } from "#server/config/settings.ts"
import { envExample, withSettingsTable } from "#server/config/settings-docs.ts"

const read = (name: string) => readFileSync(join(import.meta.dirname, "..", "..", name), "utf8")
const HOW = "It is old: run npm run settings, and commit what it wrote."

it("has the settings table in docs/operations.md that the program reads by", { tags: ["OPS-13"] }, () => {
  const document = read("docs/operations.md")
  expect(withSettingsTable(document), HOW).toBe(document)
  for (const name of Object.keys(SETTINGS)) expect(document).toContain(`\`${name}\``)
})

it("has the .env.example that the program reads by", { tags: ["OPS-13"] }, () => {
  expect(read(".env.example"), HOW).toBe(envExample())
})

it("says in docs/operations.md what each number of days is for, with its default", {
  tags: ["OPS-13"],
}, () => {
  const document = read("docs/operations.md")
  const kept = document.slice(
    document.indexOf("## What is kept"),
    document.indexOf("## When something fails"),
  )
  const names = Object.keys(SETTINGS).filter((name) => name.startsWith("KEEP_"))
  expect(names.length).toBeGreaterThan(5)
  for (const name of names as (keyof typeof SETTINGS)[])
    expect(kept).toContain(`\`${name}\` (${SETTINGS[name].schema.parse(undefined)})`)
})
