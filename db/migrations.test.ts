import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const folder = join(import.meta.dirname, "migrations")
/** The first two made the schema; from then on there may be a version before. */
const FIRST = ["0000_schema.sql", "0001_hand_written.sql"]

/** What the version before, which still runs while processes are replaced, would stumble over. */
function breaksTheVersionBefore(statement: string): boolean {
  const sql = statement.replace(/--.*$/gm, " ").replace(/\s+/g, " ").trim()
  if (/\b(drop table|drop column|rename (to|column)|set not null|set data type)\b/i.test(sql)) return true
  return /\badd column\b/i.test(sql) && /\bnot null\b/i.test(sql) && !/\bdefault\b|\bgenerated\b/i.test(sql)
}

it("lets the version before run on the schema of the next one", { tags: ["OPS-15"] }, () => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql") && !FIRST.includes(name))
  const broken = files.flatMap((name) =>
    readFileSync(join(folder, name), "utf8")
      .split(/--> statement-breakpoint|;\s*$/m)
      .filter(breaksTheVersionBefore)
      .map((statement) => `${name}: ${statement.trim()}`),
  )
  expect(broken).toEqual([])
})

it.each([
  ['ALTER TABLE "orders" DROP COLUMN "status"', true],
  ['ALTER TABLE "orders" RENAME COLUMN "a" TO "b"', true],
  ['ALTER TABLE "orders" ADD COLUMN "kind" text NOT NULL', true],
  ['ALTER TABLE "orders" ADD COLUMN "kind" text DEFAULT \'x\' NOT NULL', false],
  ['ALTER TABLE "orders" ADD COLUMN "kind" text', false],
  ['CREATE TABLE "new" ("id" uuid PRIMARY KEY NOT NULL)', false],
])("judges %s", { tags: ["OPS-15"] }, (statement, isBroken) => {
  expect(breaksTheVersionBefore(statement)).toBe(isBroken)
})
