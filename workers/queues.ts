import { DAY_SECONDS, MINUTE_MS } from "#core/durations.ts"

type QueueSettings = {
  /** The number of jobs that one process works on at a time. */
  readonly concurrency: number
  /** The number of attempts before a job counts as failed, so that an admin sees it and can retry it. */
  readonly attempts: number
  /** How often a job may lose its worker (a kill, a crash) before it counts as failed. */
  readonly maxStalledCount: number
}

/**
 * A few queues, each with its own concurrency and retries: on PostgreSQL every queue costs a connection for LISTEN.
 * Jobs about money are retried for days and survive as many kills as a bad day can cause.
 */
export const QUEUES = {
  mail: { concurrency: 5, attempts: 100, maxStalledCount: 5 },
  money: { concurrency: 4, attempts: 1000, maxStalledCount: 1000 },
  places: { concurrency: 2, attempts: 30, maxStalledCount: 3 },
  // A separate queue, so that a push service that is down does not delay emails. A message that is more than half an
  // hour late is useless.
  push: { concurrency: 5, attempts: 12, maxStalledCount: 3 },
  images: { concurrency: 1, attempts: 10, maxStalledCount: 3 },
  sweeps: { concurrency: 1, attempts: 1, maxStalledCount: 3 },
} as const satisfies Record<string, QueueSettings>
export type QueueName = keyof typeof QUEUES
export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[]

/** Finished jobs are kept for a day: the outbox may add the same job again, and the queue must still know its id. */
const DONE_KEPT_SECONDS = DAY_SECONDS

/** Options of every job in a queue. Failed jobs are kept until somebody has handled them. */
export const jobOptions = (queue: QueueName) => ({
  attempts: QUEUES[queue].attempts,
  backoff: { type: "capped" },
  removeOnComplete: { age: DONE_KEPT_SECONDS },
  removeOnFail: false,
})

const LONGEST_PAUSE_MS = 10 * MINUTE_MS

/**
 * Returns 1 s, 2 s, 4 s … at most ten minutes, each shortened by up to half so that many jobs do not retry at the same
 * time.
 */
export function backoffMs(attemptsMade: number, random: () => number = Math.random): number {
  const full = Math.min(1000 * 2 ** (attemptsMade - 1), LONGEST_PAUSE_MS)
  return Math.round(full * (1 - random() / 2))
}
