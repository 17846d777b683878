import { releaseDueEvents } from "#core/outbox/due-events.server.ts"
import { queueEvents } from "#core/outbox/outbox-relay.server.ts"
import { openDatabase } from "#db/client.ts"
import { postgresBackend } from "#server/adapters/queues/postgres-backend.ts"
import { addJobs } from "#workers/add-jobs.ts"
import { openQueues } from "#workers/open-queues.ts"
import { QUEUE_NAMES } from "#workers/queues.ts"

/** A relay that finds due jobs; killed at the step in the arguments. */
const [url = "", step = ""] = process.argv.slice(2)
const die = () => process.kill(process.pid, "SIGKILL")
const { db } = openDatabase({ connectionString: url, max: 2, applicationName: "killed", onError: () => {} })
const queues = await openQueues(
  await postgresBackend({ connectionString: url, workers: QUEUE_NAMES.length }),
  () => {},
)
await releaseDueEvents(db, new Date(), 100)
if (step === "released") die()
await queueEvents(db, 100, async (jobs) => {
  await addJobs(queues, jobs)
  if (step === "queued") die()
})
process.exit(0)
