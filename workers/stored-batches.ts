import type { Job } from "bullmq"
import type { OutboxJob } from "#core/outbox/outbox-relay.server.ts"
import { addJobs } from "./add-jobs.ts"
import type { Queues } from "./open-queues.ts"

/**
 * Until November 2026 several jobs of one name could wait as one, called "batch of" that name. Such a job may still be
 * in a queue when this version starts.
 */
type StoredBatch = { readonly of: OutboxJob["name"]; readonly items: readonly Omit<OutboxJob, "name">[] }

export const isStoredBatch = (job: Job): job is Job<StoredBatch> => job.name.startsWith("batch of ")

/** Adds what waits in a stored batch as the jobs that they are, under their own ids. */
export const splitBatch = (queues: Queues, { data: { of, items } }: Job<StoredBatch>) =>
  addJobs(
    queues,
    items.map((item) => ({ ...item, name: of })),
  )
