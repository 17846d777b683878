import { z } from "zod"
import { redisBackend } from "../../../../server/adapters/queues/redis-backend.ts"
import { StartError } from "../../../../server/config/start-error.ts"
import { openQueues, type Queues } from "../../../../workers/open-queues.ts"
import { jobOptions, QUEUE_NAMES } from "../../../../workers/queues.ts"
import { lookAtRedis } from "../look-at-redis.ts"
import { runQuery } from "./run-query.ts"

/** The unfinished jobs in a Redis. Everything else there is useless with another database, or is created again. */
export const waitingJobs = z.object({
  /** By the database's clock, before Redis was read. */
  readAt: z.iso.datetime(),
  jobs: z.array(
    z.object({
      queue: z.enum(QUEUE_NAMES),
      id: z.string(),
      name: z.string(),
      data: z.unknown(),
      trace: z.string().optional(),
    }),
  ),
})
export type WaitingJobs = z.infer<typeof waitingJobs>

/** The longest that a relay takes from reading the outbox to marking its events as queued. */
const RELAY_SECONDS = 15

/** All queues but the sweeps', because each worker schedules the sweeps when it starts. */
const QUEUES = QUEUE_NAMES.filter((name) => name !== "sweeps")

/**
 * Reads the jobs that are waiting, active or failed. Call it before the backup's snapshot, which then contains the
 * events of all of them.
 * @throws StartError if Redis does not respond.
 */
export function readWaitingJobs(redisUrl: string, databaseUrl: string): Promise<WaitingJobs> {
  return withQueues(redisUrl, async (queues) => {
    const [now] = await runQuery<{ at: Date }>(databaseUrl, "select clock_timestamp() as at")
    const jobs = await Promise.all(
      QUEUES.map(async (queue) => {
        const found = await queues[queue].getJobs([...UNDONE])
        // A job that finished in the meantime is gone.
        return found.flatMap((job) =>
          job?.id
            ? [{ queue, id: job.id, name: job.name, data: job.data, trace: job.opts.telemetry?.metadata }]
            : [],
        )
      }),
    )
    return { readAt: (now?.at ?? new Date()).toISOString(), jobs: jobs.flat() }
  })
}

const UNDONE = ["waiting", "active", "delayed", "prioritized", "failed"] as const

/**
 * A restored database continues numbering its events from the time of the backup. A Redis with jobs of later events
 * would treat new jobs with the same numbers as duplicates, and skip them.
 * @throws StartError if a queue has a job, even a finished one, or if Redis does not respond.
 */
export function requireEmptyQueues(redisUrl: string): Promise<void> {
  return withQueues(redisUrl, async (queues) => {
    const found = await Promise.all(QUEUES.map((queue) => queues[queue].getJobCounts()))
    if (found.every((states) => Object.values(states).every((jobs) => jobs === 0))) return
    throw new StartError(
      'The Redis at REDIS_URL holds jobs of the database that was there before, and would take new ones for them. Empty it (redis-cli -u "$REDIS_URL" flushdb), with everything stopped. Nothing was restored.',
    )
  })
}

/**
 * Puts the jobs that waited when the backup was made into empty queues, and makes the outbox queue again what it queued
 * while they were read. A job that was finished just then runs again, which changes nothing. Delayed jobs stay delayed,
 * and withdrawn ones stay withdrawn.
 */
export async function restoreWaitingJobs(
  redisUrl: string,
  databaseUrl: string,
  { readAt, jobs }: WaitingJobs,
): Promise<void> {
  await withQueues(redisUrl, async (queues) => {
    for (const queue of QUEUES)
      await queues[queue].addBulk(
        jobs
          .filter((job) => job.queue === queue)
          .map(({ id, name, data, trace }) => ({
            name,
            data,
            opts: {
              ...jobOptions(queue),
              jobId: id,
              ...(trace ? { telemetry: { metadata: trace } } : {}),
            },
          })),
      )
  })
  await runQuery(
    databaseUrl,
    `update outbox set queued_at = null where queued_at > $1::timestamptz - interval '${RELAY_SECONDS} seconds'
       and queued_at is distinct from due_at and withdrawn_at is null`,
    [readAt],
  )
}

async function withQueues<A>(redisUrl: string, use: (queues: Queues) => Promise<A>): Promise<A> {
  await requireRedis(redisUrl)
  const backend = redisBackend(redisUrl)
  const queues = await openQueues(backend, () => undefined)
  try {
    await Promise.all(Object.values(queues).map((queue) => queue.waitUntilReady()))
    return await use(queues)
  } finally {
    await Promise.all(Object.values(queues).map((queue) => queue.close()))
    await backend.close()
  }
}

const WITHIN_MS = 5_000

async function requireRedis(url: string): Promise<void> {
  await lookAtRedis(url, WITHIN_MS, async () => undefined).catch(() => {
    throw new StartError("The Redis at REDIS_URL does not answer. Start it, or correct the address.")
  })
}
