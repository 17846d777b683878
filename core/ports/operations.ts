/** One queue as it stands. `oldestAt`: when the job that waits longest was added. */
export type QueueState = {
  readonly name: string
  readonly waiting: number
  readonly active: number
  readonly failed: number
  readonly delayed: number
  readonly oldestAt: Date | null
}

/** A job that used up its tries, or was rejected for good. */
export type FailedJob = {
  readonly queue: string
  readonly id: string
  readonly name: string
  readonly attempts: number
  readonly reason: string
  readonly failedAt: Date | null
}

/** Connections of this process to the database. */
export type PoolState = {
  readonly open: number
  readonly idle: number
  readonly waiting: number
  readonly max: number
}

/** The queue status behind the pages, for those who watch it. What does not answer in time is null, never an error. */
export interface Operations {
  queues(): Promise<QueueState[] | null>
  /** The newest of all queues. */
  failedJobs(most: number): Promise<FailedJob[] | null>
  /**
   * Lets one failed job run again, or all of a queue. Throws `not_found` for a queue or job that is not there,
   * `illegal_move` for a job that has not failed, `provider_down`.
   */
  retry(queue: string, jobId: string | null): Promise<void>
  /** `sockets` is null where the rooms' host cannot count them. */
  rooms(): Promise<{ readonly sockets: number | null } | null>
  /** `isWritable` is false on a standby, and on a server that was set to read only. */
  database(): Promise<{ readonly isWritable: boolean } | null>
  /**
   * False once PostgreSQL or this process has no room left to write, as it was within the last seconds; a database that
   * does not answer is not full.
   */
  disk(): Promise<boolean>
  /** Whether the Stripe sandbox answers; true where there is none: Stripe's own outages are no fault of this process. */
  sandbox(): Promise<boolean>
  pool(): PoolState
}
