import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Pool } from "pg"
import { createTestDatabase } from "#tests/support/database.ts"
import type { TestServerOptions } from "#tests/support/server.ts"
import { shiftDate } from "./shift-date.ts"

/** A Wednesday, 10:10 am in New York, so that no run crosses a full hour. */
const START = Date.parse("2026-06-10T14:10:00Z")
const SHIFT_DATE = join(import.meta.dirname, "shift-date.ts")

/**
 * Starts the fixed clock: `Date` in this process begins at START, and time passes from there. Returns options for a
 * server on the same clock: `Date` in its programs, and the columns' defaults in its database. Other uses of SQL's
 * `now()` are not shifted. Call it once per test file.
 */
export function startFixedClock() {
  const shiftMs = START - Date.now()
  shiftDate(shiftMs)
  const preload = join(mkdtempSync(join(tmpdir(), "clock-")), "preload.ts")
  writeFileSync(preload, `import { shiftDate } from ${JSON.stringify(SHIFT_DATE)}\nshiftDate(${shiftMs})\n`)
  return {
    env: { BUN_OPTIONS: `--preload=${preload}` },
    async openDatabase() {
      const database = await createTestDatabase({ zips: true, connections: 4 })
      await shiftDefaults(database.pool, shiftMs)
      return database
    },
  } satisfies TestServerOptions
}

async function shiftDefaults(pool: Pool, shiftMs: number): Promise<void> {
  const { rows } = await pool.query<{ statement: string }>(
    `select format('alter table %s alter %I set default %s', attrelid::regclass, attname,
       replace(pg_get_expr(adbin, adrelid), 'now()', $1)) as statement
     from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
     where pg_get_expr(adbin, adrelid) like '%now()%'`,
    [`(now() + interval '${shiftMs} milliseconds')`],
  )
  for (const { statement } of rows) await pool.query(statement)
}
