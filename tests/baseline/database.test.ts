import { it } from "vitest"
import {
  PUBLISHABLE_KEY,
  SECRET_KEY,
  startSandbox,
  WEBHOOK_SECRET,
} from "#tests/stripe-sandbox/start-sandbox.ts"
import { useDatabase } from "#tests/support/database.ts"
import { startTestServer } from "#tests/support/server.ts"
import { countRows } from "./database/count-rows.ts"
import { describeSchema } from "./database/describe-schema.ts"
import { recordingsOf } from "./recordings.ts"
import { untilSettled, WATCHED } from "./settled.ts"

const { compare, done } = recordingsOf("database")
const database = useDatabase()

it("has the same tables, constraints, indexes, triggers and functions", async () => {
  await compare("schema", await describeSchema(database.pool))
})

it("has as many rows in each table once npm start has made the demo", async () => {
  // Of webhooks, each comes once, when the demo is there: the sandbox's own pace differs from run to run.
  const sandbox = await startSandbox({ config: { webhooks: { paused: true, double: 0 } } })
  const server = await startTestServer({
    env: {
      ...WATCHED,
      SEED: "on",
      STRIPE_API_URL: sandbox.base,
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    },
  })
  try {
    await untilSettled(server)
    await compare("rows", await countRows(server.database.pool))
  } finally {
    await server.stop()
    await sandbox.kill()
  }
})
done()
