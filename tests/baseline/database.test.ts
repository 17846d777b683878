import { it, vi } from "vitest"
import { sweepEvents } from "#core/payments/process-event.server.ts"
import { portsTo } from "#tests/support/checkout.ts"
import { systemCtx, useDatabase } from "#tests/support/database.ts"
import { countRows } from "./database/count-rows.ts"
import { describeSchema } from "./database/describe-schema.ts"
import { recordingsOf } from "./recordings.ts"
import { startSandboxedServer } from "./sandboxed-server.ts"
import { untilSettled } from "./settled.ts"

const { compare, done } = recordingsOf("database")
const database = useDatabase()

it("has the same tables, constraints, indexes, triggers and functions", async () => {
  await compare("schema", await describeSchema(database.pool))
})

it("has as many rows in each table once npm start has made the demo", async () => {
  const { server, sandbox, stop } = await startSandboxedServer({ env: { SEED: "on" } })
  try {
    const { pool } = server.database
    // The first sweep has started: it fetches the events of webhooks that never arrived.
    await vi.waitUntil(async () => (await pool.query("select from stripe_events limit 1")).rowCount, 60_000)
    await untilSettled(server)
    // If a refund was sent after that sweep's request, only the next sweep fetches its events.
    await sweepEvents(systemCtx(server.database, { ports: portsTo(sandbox) }))
    await untilSettled(server)
    await compare("rows", await countRows(pool))
  } finally {
    await stop()
  }
})
done()
