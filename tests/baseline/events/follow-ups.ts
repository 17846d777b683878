import { emitAll, type Happened } from "#core/outbox/emit.server.ts"
import { publishEvents, queueEvents } from "#core/outbox/outbox-relay.server.ts"
import type { Database } from "#db/client.ts"
import { transaction } from "#db/transaction.ts"
import { JOBS } from "#workers/jobs.ts"
import { QUEUES } from "#workers/queues.ts"
import { SWEEPS } from "#workers/sweeps.ts"

/** Emits an event and empties the outbox. Returns one line for each job and live message that followed. */
export async function followUps(db: Database, event: string, payload: unknown): Promise<string[]> {
  await transaction(db, (tx) => emitAll(tx, [[event, payload] as Happened]))
  const jobs: string[] = []
  const messages: string[] = []
  await queueEvents(db, 100, async (handed) => {
    for (const job of handed)
      jobs.push(
        `job ${job.name}${isSame(job.payload, payload) ? "" : ` with ${JSON.stringify(job.payload)}`}`,
      )
  })
  await publishEvents(db, 100, async ({ party, room, type, data }) => {
    messages.push(`message to ${party} ${room}: ${type} ${JSON.stringify(data)}`)
  })
  const lines = [...jobs.sort(), ...messages.sort()]
  return lines.length > 0 ? lines : ["nothing"]
}

/** Compares without the order of keys, which the outbox's jsonb does not preserve. */
const isSame = (a: unknown, b: unknown) => sorted(a) === sorted(b)
const sorted = (value: unknown) => JSON.stringify(Object.entries(value as object).sort())

/** Returns the number of attempts of each job and the interval of each sweep. */
export function describeSchedule(): string {
  const jobs = Object.keys(JOBS) as (keyof typeof JOBS)[]
  const tries = jobs.sort().map((job) => `${job}: at most ${QUEUES[JOBS[job].queue].attempts} tries`)
  const sweeps = Object.entries(SWEEPS).sort(([a], [b]) => (a < b ? -1 : 1))
  const every = sweeps.map(([name, { everyMs }]) => `${name}: every ${everyMs / 1000} s`)
  return [
    "Jobs, and how often one is tried that fails.\n",
    ...tries,
    "\nSweeps by the clock.\n",
    ...every,
  ].join("\n")
}
