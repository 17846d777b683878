import type { Job, Queue } from "bullmq"
import pTimeout from "p-timeout"
import { DomainError, notFound } from "#core/errors.ts"
import type { FailedJob, Operations, QueueState } from "#core/ports/operations.ts"
import type { RoomsPort } from "#core/ports/rooms.ts"
import type { DatabasePool } from "#db/client.ts"
import type { DatabaseProbe } from "#db/probe.ts"
import type { Queues } from "#workers/open-queues.ts"
import { cacheFor } from "./cache-for.ts"
import { hasRoom } from "./free-space.ts"
import type { QueueDesk } from "./queue-desk.ts"

/** A part that does not respond in this time is shown as not responding. */
const PATIENCE_MS = 900
const LONGEST_REASON = 300

/**
 * Makes PostgreSQL write two megabytes to a temporary file, which it removes after the statement. Inserting rows would
 * show a full disk too late, since they still fit into existing pages.
 */
const WRITE_TEMPORARY_FILE = "set local work_mem = '64kB'; select count(*) from generate_series(1, 100000)"
/** This setting is also "on" on a standby. */
const READ_ONLY = "show transaction_read_only"
/** At most one write per this interval, regardless of the number of requests. */
const DISK_EVERY_MS = 3_000

type Watched = {
  desk: QueueDesk
  rooms: RoomsPort
  database: Pick<DatabasePool, "pool">
  /** Checks the database outside of the pool. */
  probe: Pick<DatabaseProbe, "query">
  poolMax: number
  dataDir: string
  /** The Stripe sandbox's URL, if there is one. */
  sandboxUrl?: string | undefined
}

/** The queue status of this process: its queues, rooms and connections. */
export function createOperations(watched: Watched): Operations {
  const { desk, rooms, database, probe, poolMax, dataDir, sandboxUrl } = watched
  const ofAll = async <R>(ask: (queue: Queue) => Promise<R>): Promise<R[] | null> =>
    inTime(desk.queues().then((queues) => Promise.all(Object.values(queues).map(ask))))
  return {
    queues: () => ofAll(stateOf),
    async failedJobs(most) {
      const found = await ofAll((queue) => queue.getFailed(0, most - 1).then((jobs) => jobs.map(failure)))
      if (!found) return null
      const newest = found.flat().sort((a, b) => (b.failedAt?.getTime() ?? 0) - (a.failedAt?.getTime() ?? 0))
      return newest.slice(0, most)
    },
    async retry(name, jobId) {
      const queues = await inTime(desk.queues())
      if (!queues) throw new DomainError("provider_down", "The queues do not answer. Please try again.")
      const queue = Object.hasOwn(queues, name) ? queues[name as keyof Queues] : undefined
      if (!queue) throw notFound("This queue")
      if (jobId === null) return queue.retryJobs({ state: "failed" })
      const job = await queue.getJob(jobId)
      if (!job) throw notFound("This job")
      if (!(await job.isFailed()))
        throw new DomainError("illegal_move", "This job has not failed, or runs again already.")
      await job.retry("failed")
    },
    rooms: () => inTime(rooms.countSockets().then((sockets) => ({ sockets: sockets ?? null }))),
    database: async () => {
      const answer = await inTime(probe.query(READ_ONLY))
      return answer && { isWritable: answer.rows[0]?.transaction_read_only === "off" }
    },
    disk: cacheFor(DISK_EVERY_MS, async () => {
      const rejected = probe.query(WRITE_TEMPORARY_FILE).then(() => false, isOutOfRoom)
      return hasRoom(dataDir) && (await inTime(rejected)) !== true
    }),
    async sandbox() {
      if (!sandboxUrl) return true
      const signal = AbortSignal.timeout(PATIENCE_MS)
      return (await inTime(fetch(sandboxUrl, { method: "HEAD", signal }))) !== null
    },
    pool: () => ({
      open: database.pool.totalCount,
      idle: database.pool.idleCount,
      waiting: database.pool.waitingCount,
      max: poolMax,
    }),
  }
}

/** PostgreSQL's error class for a lack of disk, memory or connections. */
const isOutOfRoom = (error: unknown): boolean =>
  error instanceof Error && "code" in error && String(error.code).startsWith("53")

async function stateOf(queue: Queue): Promise<QueueState> {
  const counts = await queue.getJobCounts("waiting", "prioritized", "active", "failed", "delayed")
  const [oldest] = await queue.getWaiting(0, 0)
  return {
    name: queue.name,
    waiting: (counts.waiting ?? 0) + (counts.prioritized ?? 0),
    active: counts.active ?? 0,
    failed: counts.failed ?? 0,
    delayed: counts.delayed ?? 0,
    oldestAt: oldest ? new Date(oldest.timestamp) : null,
  }
}

const failure = (job: Pick<Job, keyof Job>): FailedJob => ({
  queue: job.queueName,
  id: job.id ?? "",
  name: job.name,
  attempts: job.attemptsMade,
  reason: (job.failedReason ?? "").slice(0, LONGEST_REASON),
  failedAt: job.finishedOn ? new Date(job.finishedOn) : null,
})

/** The result, or null if it fails or takes too long. */
const inTime = <R>(work: Promise<R>): Promise<R | null> =>
  pTimeout(work, { milliseconds: PATIENCE_MS }).catch(() => null)
