import { DAY_SECONDS, MINUTE_MS } from "#core/durations.ts"

type QueueSettings = {
  /** Jobs that one process works on at a time. */
  readonly concurrency: number
  /** Tries before a job is put with the failed ones, where ops sees it and may start it again. */
  readonly attempts: number
  /** How often a job may lose its worker (a kill, a crash) before it counts as failed. */
  readonly maxStalledCount: number
}

/**
 * A handful of queues, each with its own pace: on PostgreSQL every one costs a connection for LISTEN.
 * Money is tried for days and survives any number of kills that a bad day can bring.
 */
export const QUEUES = {
  mail: { concurrency: 5, attempts: 100, maxStalledCount: 5 },
  money: { concurrency: 4, attempts: 1000, maxStalledCount: 1000 },
  places: { concurrency: 2, attempts: 30, maxStalledCount: 3 },
  // A push service that is down holds no email up. A message that was not sent within half an hour is no longer news.
  push: { concurrency: 5, attempts: 12, maxStalledCount: 3 },
  images: { concurrency: 1, attempts: 10, maxStalledCount: 3 },
  sweeps: { concurrency: 1, attempts: 1, maxStalledCount: 3 },
} as const satisfies Record<string, QueueSettings>
export type QueueName = keyof typeof QUEUES
export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[]

/** Kept for a day after they are done: the outbox may hand the same job over twice, and its id must still be known. */
const DONE_KEPT_SECONDS = DAY_SECONDS

/** Options of every job in a queue. Failed jobs stay until somebody has looked at them. */
export const jobOptions = (queue: QueueName) => ({
  attempts: QUEUES[queue].attempts,
  backoff: { type: "capped" },
  removeOnComplete: { age: DONE_KEPT_SECONDS },
  removeOnFail: false,
})

const LONGEST_PAUSE_MS = 10 * MINUTE_MS

/** 1 s, 2 s, 4 s … at most ten minutes, each shortened by up to half so that a crowd does not come back as one. */
export function backoffMs(attemptsMade: number, random: () => number = Math.random): number {
  const full = Math.min(1000 * 2 ** (attemptsMade - 1), LONGEST_PAUSE_MS)
  return Math.round(full * (1 - random() / 2))
}
