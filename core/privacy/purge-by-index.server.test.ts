import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, it } from "vitest"
import { BATCH } from "#db/in-batches.ts"
import { systemCtx, useDatabase } from "#tests/support/database.ts"
import {
  type ExplainedDatabase,
  nodesOf,
  openExplainedDatabase,
  type Plan,
} from "#tests/support/explained-database.ts"
import { fillWithOldRows, NEW_WORDS, OLD_WORDS } from "#tests/support/old-rows.ts"
import { nameOfText } from "#tests/support/typed-texts.ts"
import { purgeExpiredRows, purgeOldRows } from "./purge-old-rows.server.ts"
import { TYPED_TEXTS } from "./typed-texts.server.ts"

const database = useDatabase()
/**
 * The number of rows of each kind. A third of them (a sixth, for some kinds) are old, and even a sixth is more than one
 * batch.
 */
const ROWS = 7_200
/** A table that has only as many rows as there are couriers on the way. */
const SMALL = "courier_positions"
/** Indexes that contain only the rows to blank, and are scanned whole. */
const WALKED = ["carts_with_instructions", "cart_markets_with_note", "checkout_markets_with_note"]
/** Tables whose old rows are all deleted, regardless of why they are old. */
const BY_AGE = [
  ...[
    "api_tokens",
    "drafts",
    "email_changes",
    "idempotency_keys",
    "notifications",
    "outbox",
    "push_deliveries",
  ],
  ...["rate_limits", "sessions", "stripe_events", "verifications"],
]

let explained: ExplainedDatabase

beforeAll(async () => {
  await fillWithOldRows(database.pool, ROWS)
  explained = openExplainedDatabase(database.url)
}, 60_000)
afterAll(() => explained?.close())

it("finds every old row by an index, and what refers to it too", {
  timeout: 60_000,
  tags: ["OPS-60"],
}, async () => {
  expect(ROWS / 6).toBeGreaterThan(BATCH)
  const before = await countTexts()
  for (const { text, old, young } of before)
    expect({ text, old: old > 0, young: young > 0 }).toEqual({ text, old: true, young: true })
  await purgeOldRows(systemCtx(explained))
  await purgeExpiredRows(systemCtx(explained))
  const wide = explained.plans.flatMap(({ text, plan }) =>
    nodesOf(plan)
      .filter(readsAll)
      .map((node) => `${node["Node Type"]} ${node["Relation Name"] ?? node["Index Name"]}: ${text}`),
  )
  expect([...new Set(wide)]).toEqual([])
  expect(await countTexts()).toEqual(before.map(({ text, young }) => ({ text, old: 0, young })))
  const left = await Promise.all(BY_AGE.map(async (table) => [table, await countOf(table)]))
  expect(left).toEqual(BY_AGE.map((table) => [table, (ROWS * 2) / 3]))
  expect(await countOf("users where not email_verified")).toBe(0)
  expect(
    await countOf("checkouts where status = 'released' and created_at < now() - interval '30 days'"),
  ).toBe(
    await countOf(
      "checkouts where status = 'released' and stripe_payment_intent_id is not null and ship_to is null",
    ),
  )
  // The deleted rows are those that were deleted with their session, and those that were signed out long ago.
  expect(await countOf("push_subscriptions where session_id in (select id from sessions)")).toBe(ROWS / 3)
})

/** For each text that the register removes after some time: how many rows have it from last year, and from today. */
function countTexts() {
  return Promise.all(
    TYPED_TEXTS.filter(({ kept }) => kept).map(async (text) => ({
      text: nameOfText(text),
      old: await rowsWith(text, OLD_WORDS),
      young: await rowsWith(text, NEW_WORDS),
    })),
  )
}

const rowsWith = ({ table, column }: (typeof TYPED_TEXTS)[number], words: string) =>
  database.db.$count(table, sql`${column}::text like ${`%${words}%`}`)

function readsAll(node: Plan): boolean {
  if (node["Node Type"] === "Seq Scan") return node["Relation Name"] !== SMALL
  const isByIndex = node["Node Type"].includes("Index")
  return isByIndex && !node["Index Cond"] && !WALKED.includes(node["Index Name"] ?? "")
}

async function countOf(what: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: string }>(`select count(*) from ${what}`)
  return Number(rows[0]?.count)
}
