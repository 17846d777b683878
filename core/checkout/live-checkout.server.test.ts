import { expect, it } from "vitest"
import { checkouts } from "#db/schema/index.ts"
import { useDatabase } from "#tests/support/database.ts"
import { isLiveCheckout } from "./checkout-queries.server.ts"

const database = useDatabase()

it("finds a live checkout by its index, whatever plan PostgreSQL keeps", { tags: ["PAY-14"] }, async () => {
  const { sql: text, params } = database.db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(isLiveCheckout)
    .toSQL()
  expect(params).toEqual([])
  const client = await database.pool.connect()
  try {
    await client.query("set enable_seqscan = off")
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain ${text}`)
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(/checkouts_(one_live|to_expire)/)
  } finally {
    client.release(true)
  }
})
