import type { JobsOptions } from "bullmq"
import type { OutboxJob } from "#core/outbox/outbox-relay.server.ts"
import { JOBS } from "./jobs.ts"
import type { Queues } from "./open-queues.ts"
import { jobOptions, QUEUE_NAMES, type QueueName } from "./queues.ts"

/** Adds each job to its queue; a job whose id is in the queue already is left alone. */
export async function addJobs(queues: Queues, jobs: readonly OutboxJob[]): Promise<void> {
  for (const name of QUEUE_NAMES) {
    const here = jobs.filter((job) => JOBS[job.name].queue === name)
    if (here.length > 0) await queues[name].addBulk(here.map((job) => toBullmq(name, job)))
  }
}

function toBullmq(queue: QueueName, { id, name, payload, traceparent }: OutboxJob) {
  const opts: JobsOptions = { ...jobOptions(queue), jobId: id }
  if (traceparent) opts.telemetry = { metadata: traceparent }
  return { name, data: payload, opts }
}
