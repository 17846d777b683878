import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const folder = join(import.meta.dirname, "migrations")
/**
 * All migrations but the first, which creates the schema in an empty database. The later ones run on rows, and next to
 * the previous version.
 */
const LATER = readdirSync(folder).filter((name) => name.endsWith(".sql") && name !== "0000_initial.sql")
const statementsOf = (name: string) =>
  readFileSync(join(folder, name), "utf8")
    .split(/--> statement-breakpoint|;\s*$/m)
    .map((statement) => statement.trim())
const among = (isBad: (statement: string, name: string) => boolean) =>
  LATER.flatMap((name) =>
    statementsOf(name)
      .filter((statement) => isBad(statement, name))
      .map((statement) => `${name}: ${statement}`),
  )

/** Whether the statement would break the previous version, which still runs while processes are replaced. */
function breaksTheVersionBefore(statement: string): boolean {
  const sql = statement.replace(/--.*$/gm, " ").replace(/\s+/g, " ").trim()
  if (/\b(drop table|drop column|rename (to|column)|set not null|set data type)\b/i.test(sql)) return true
  return /\badd column\b/i.test(sql) && /\bnot null\b/i.test(sql) && !/\bdefault\b|\bgenerated\b/i.test(sql)
}

it("lets the version before run on the schema of the next one", { tags: ["OPS-15"] }, () => {
  expect(among(breaksTheVersionBefore)).toEqual([])
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

/** Whether the statement would fail if an operator has already created its index by hand, with CONCURRENTLY. */
function meetsAnIndexMadeByHand(statement: string, name: string): boolean {
  const table = /\bcreate (?:unique )?index (?!if not exists\b)"?\w+"? on "?(\w+)/i.exec(statement)?.[1]
  return !!table && !statementsOf(name).some((other) => other.startsWith(`CREATE TABLE "${table}"`))
}

it("makes an index of a table with rows only where it is not there yet", { tags: ["OPS-15"] }, () => {
  expect(among(meetsAnIndexMadeByHand)).toEqual([])
  const [name = ""] = LATER
  expect(meetsAnIndexMadeByHand('CREATE UNIQUE INDEX "one" ON "orders" USING btree ("id")', name)).toBe(true)
  expect(meetsAnIndexMadeByHand('CREATE INDEX IF NOT EXISTS "one" ON "orders" ("id")', name)).toBe(false)
})

it("keeps the snapshot of the newest migration alone", { tags: ["OPS-15"] }, () => {
  const snapshots = readdirSync(join(folder, "meta")).filter((name) => name.endsWith("_snapshot.json"))
  expect(snapshots).toEqual([
    LATER.sort()
      .at(-1)
      ?.replace(/^(\d+)_.*/, "$1_snapshot.json"),
  ])
})
