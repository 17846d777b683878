import type { Queue } from "bullmq"
import type { OutboxJob } from "#core/hand-over.server.ts"
import { setHandlers } from "./handlers/sets.ts"
import { addTo, batchJob, type QueueJob, singleJob } from "./queue-jobs.ts"
import { QUEUE_NAMES, QUEUE_OF_JOB, type QueueName } from "./queues.ts"

/** More of a kind become several batches, which several processes share. */
const MOST_TOGETHER = 25

/**
 * Adds each job to its queue, and those of a crowd as batches; one that is there already under its id is left alone.
 * What becomes a batch follows from the jobs alone: those that are handed over again in the same company are the same.
 */
export async function addJobs(queues: Record<QueueName, Queue>, jobs: OutboxJob[]): Promise<void> {
  for (const queue of QUEUE_NAMES) {
    const here = jobs.filter((job) => QUEUE_OF_JOB[job.name] === queue)
    const names = [...new Set(here.map(({ name }) => name))]
    const bulk = names.flatMap((name) => ofOneName(here.filter((job) => job.name === name)))
    await addTo(queues[queue], bulk)
  }
}

function ofOneName(jobs: OutboxJob[]): QueueJob[] {
  const [first] = jobs
  if (!first || !(first.name in setHandlers)) return jobs.map((job) => singleJob(job))
  return crowdsOf(jobs).flatMap((crowd, index) =>
    crowd.length === 1
      ? crowd.map((job) => singleJob(job))
      : [batchJob(`ob-${first.batch}-${first.name}-${index}`, first.name, crowd)],
  )
}

const crowdsOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / MOST_TOGETHER) }, (_, index) =>
    all.slice(index * MOST_TOGETHER, (index + 1) * MOST_TOGETHER),
  )
