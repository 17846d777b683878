import { Database } from "bun:sqlite"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import pg from "pg"

const HERE = import.meta.dirname
const read = (file: string) => readFileSync(join(HERE, file))

/**
 * How long the installation seems to have been down. Tasks that run every half minute and every minute are then due
 * immediately, and the active hold has not expired.
 */
const DOWN_MS = 70_000

type Name = "ada" | "bea" | "cal" | "dan" | "eve" | "fay" | "gus" | "hal" | "ivy" | "joy" | "pia"
type Staff = "admin" | "anna" | "ben" | "mo" | "carl" | "dora" | "nia"
type Order =
  | "refundAsJob"
  | "refundAsEvent"
  | "paidOut"
  | "transferAsJob"
  | "transferAsEvent"
  | "pending"
  | "waiting"
  | "taken"
  | "pickedUp"
  | "ofTwoMarkets"
  | "ofTwoMarketsToo"

/** The facts that the script wrote down when it made the installation. */
export interface Stopped {
  commit: string
  stoppedAt: string
  /** Ids by the state that they are examples of. */
  checkouts: Record<
    "webhookToCome" | "webhookLost" | "hosted" | "liveHold" | "expiredHold" | "expiredPayment",
    string
  >
  payments: Record<"webhookToCome" | "webhookLost" | "expired", string>
  /** The path of the card provider's page for the hosted checkout. */
  hostedPage: string
  orders: Record<Order, string>
  things: Record<"apples" | "cheese" | "carrots" | "cherries", { id: string; marketId: string }>
  /** The cookies of each person's session. */
  cookies: Record<Name | Staff, Record<string, string>>
}

export const readStopped = (): Stopped => JSON.parse(read("stopped.json").toString()) as Stopped

/**
 * Restores the stored installation into an empty database and an empty data folder, with times as if it had stopped
 * just now.
 */
export async function restore({ databaseUrl, dataDir }: { databaseUrl: string; dataDir: string }) {
  const shiftMs = Date.now() - DOWN_MS - Date.parse(readStopped().stoppedAt)
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  try {
    await database.query(gunzipSync(read("database.sql.gz")).toString())
    await database.query("select set_config('shift.ms', $1, false)", [String(shiftMs)])
    await database.query(read("shift-times.sql").toString())
  } finally {
    await database.end()
  }
  execFileSync("tar", ["-xzf", join(HERE, "files.tar.gz"), "-C", dataDir])
  shiftSandbox(join(dataDir, "stripe-sandbox.sqlite"), shiftMs)
}

/**
 * Shifts the sandbox's times, which are seconds since 1970 in columns and in its objects' JSON. No amount is that
 * large.
 */
function shiftSandbox(file: string, shiftMs: number): void {
  const seconds = Math.round(shiftMs / 1000)
  const shifted = (_name: string, value: unknown) =>
    typeof value === "number" && value > 1.6e9 && value < 2.2e9 ? value + seconds : value
  const sandbox = new Database(file, { strict: true })
  const shiftJson = (table: string, column: string) => {
    const rows = sandbox.query<{ id: number; json: string }, []>(
      `select rowid as id, ${column} as json from ${table}`,
    )
    const update = sandbox.query(`update ${table} set ${column} = ? where rowid = ?`)
    for (const { id, json } of rows.all()) update.run(JSON.stringify(JSON.parse(json, shifted)), id)
  }
  sandbox.transaction(() => {
    for (const column of ["doc", "hidden"]) shiftJson("objects", column)
    shiftJson("replies", "body")
    sandbox.query("update tasks set due = due + ?").run(seconds)
    sandbox.query("update deliveries set due_ms = due_ms + ?").run(shiftMs)
    sandbox.query("update ledger set available_on = available_on + ?").run(seconds)
  })()
  sandbox.close()
}
