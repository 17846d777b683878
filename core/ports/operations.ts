/** The state of one queue. `oldestAt`: when the oldest waiting job was added. */
export type QueueState = {
  readonly name: string
  readonly waiting: number
  readonly active: number
  readonly failed: number
  readonly delayed: number
  readonly oldestAt: Date | null
}

/** A job that used up its retries or failed permanently. */
export type FailedJob = {
  readonly queue: string
  readonly id: string
  readonly name: string
  readonly attempts: number
  readonly reason: string
  readonly failedAt: Date | null
}

/** This process's database connections. */
export type PoolState = {
  readonly open: number
  readonly idle: number
  readonly waiting: number
  readonly max: number
}

/** The state of queues, rooms and database, for monitoring. Null, never an error, if one does not respond in time. */
export interface Operations {
  queues(): Promise<QueueState[] | null>
  /** The newest failed jobs of all queues. */
  failedJobs(most: number): Promise<FailedJob[] | null>
  /**
   * Retries one failed job, or all of a queue. Throws `not_found` for an unknown queue or job, `illegal_move` for a job
   * that has not failed, `provider_down`.
   */
  retry(queue: string, jobId: string | null): Promise<void>
  /** `sockets` is null if the rooms' host cannot count them. */
  rooms(): Promise<{ readonly sockets: number | null } | null>
  /** `isWritable` is false on a standby and on a server that is set to read-only. */
  database(): Promise<{ readonly isWritable: boolean } | null>
  /**
   * False if PostgreSQL or this process ran out of disk space, as of the last few seconds. A database that does not
   * respond does not count as full.
   */
  disk(): Promise<boolean>
  /** Whether the Stripe sandbox responds; true if there is none: Stripe's own outages are not this process's fault. */
  sandbox(): Promise<boolean>
  pool(): PoolState
}
