import type { JobsOptions, Queue } from "bullmq"
import type { JobName } from "#core/events.ts"
import { jobOptions, QUEUE_OF_JOB } from "./queues.ts"

/** What is known of a job before it is in a queue. `id` stays the same however often it is handed over. */
export type NamedJob = {
  readonly id: string
  readonly name: JobName
  readonly payload: unknown
  readonly traceparent?: string
}
/** One job's part in a batch. */
export type BatchItem = Omit<NamedJob, "name">
/** Jobs of one name that wait as one. Items that are done are struck off. */
export type Batch = { readonly of: JobName; readonly items: readonly BatchItem[] }

/** As BullMQ takes it. */
export type QueueJob = { name: string; data: unknown; opts: JobsOptions }

const BATCH_OF = "batch of "

/** A job by itself. */
export function singleJob({ id, name, payload, traceparent }: NamedJob, delayMs = 0): QueueJob {
  return {
    name,
    data: payload,
    opts: {
      ...jobOptions(QUEUE_OF_JOB[name]),
      jobId: id,
      ...(delayMs > 0 ? { delay: delayMs } : {}),
      ...(traceparent ? { telemetry: { metadata: traceparent } } : {}),
    },
  }
}

/** Jobs of one name as one. The version before this one has no handler of that name, and leaves it to this one. */
export function batchJob(id: string, of: JobName, jobs: readonly NamedJob[]): QueueJob {
  const items = jobs.map(({ id, payload, traceparent }) => ({
    ...{ id, payload },
    ...(traceparent ? { traceparent } : {}),
  }))
  const data: Batch = { of, items }
  return { name: BATCH_OF + of, data, opts: { ...jobOptions(QUEUE_OF_JOB[of]), jobId: id } }
}

/** On PostgreSQL adding in bulk makes two tables each time, which costs more than this many jobs one by one. */
const FEW = 8

/** Adds jobs; those that are there already under their id are left alone. */
export async function addTo(queue: Queue, jobs: readonly QueueJob[]): Promise<void> {
  if (jobs.length > FEW) await queue.addBulk([...jobs])
  else await Promise.all(jobs.map(({ name, data, opts }) => queue.add(name, data, opts)))
}

export const isBatch = (job: { readonly name: string }): boolean => job.name.startsWith(BATCH_OF)
