import { SpanKind } from "@opentelemetry/api"
import { type Job, type Queue, UnrecoverableError, type Worker } from "bullmq"
import type { SystemContext } from "#core/context.ts"
import { DomainError, type ErrorCode } from "#core/errors.ts"
import { log, withLogScope } from "#core/log.server.ts"
import type { JobName } from "#core/outbox/events.ts"
import type { OutboxMessage } from "#core/outbox/outbox-relay.server.ts"
import { redacted } from "#core/redacted.ts"
import { newRequestId, requestIdIn } from "#core/request-id.ts"
import { parentFrom, withSpan } from "#core/spans.ts"
import type { QueueBackend } from "#server/adapters/queues/backend.ts"
import { addJobs } from "./add-jobs.ts"
import { type Handler, JOBS } from "./jobs.ts"
import { openQueues, type Queues } from "./open-queues.ts"
import { startRelay } from "./outbox-relay.ts"
import { backoffMs, QUEUE_NAMES, QUEUES, type QueueName } from "./queues.ts"
import { SWEEPS, type SweepName } from "./sweeps.ts"

export type WorkersOptions = {
  /** Creates a new system context, for each job. */
  readonly context: () => SystemContext
  readonly backend: QueueBackend
  readonly publish: (message: OutboxMessage) => Promise<void>
  readonly listen: (wake: () => void) => { stop(): Promise<void> }
}

export type Workers = {
  readonly queues: Queues
  /** Takes no more jobs, waits for the running ones, and closes the queues (not the backend). */
  stop(): Promise<void>
}

/** A killed worker's job runs elsewhere after about nine seconds. */
const LOCK = { lockDuration: 10_000, stalledInterval: 5_000 }
/** A retry would be rejected again, so a job with one of these errors fails immediately and waits for an admin. */
const FINAL_REJECTIONS: readonly ErrorCode[] = ["not_found", "not_allowed", "invalid", "illegal_move"]

/** Runs all background work: relays the outbox, works on the queues and schedules the sweeps. */
export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const queues = await openQueues(options.backend, (queue, error) =>
    log.warn("queue.error", { queue, error }),
  )
  const workers = await Promise.all(QUEUE_NAMES.map((name) => startWorker(name, options)))
  const relay = startRelay({ ...options, addJobs: (jobs) => addJobs(queues, jobs) })
  const scheduling = scheduleSweeps(queues.sweeps)
  return {
    queues,
    async stop() {
      scheduling.stop()
      await relay.stop()
      await Promise.all(workers.map((worker) => worker.close()))
      await Promise.all(Object.values(queues).map((queue) => queue.close()))
    },
  }
}

async function startWorker(name: QueueName, { backend, context }: WorkersOptions): Promise<Worker> {
  const work = (job: Job) =>
    // BullMQ stores the message and stack of what a job throws, and the queue board shows them.
    inScopeOf(job, () => runTraced(context(), job)).catch((error: unknown) => {
      throw redacted(error)
    })
  const worker = await backend.worker(name, work, {
    ...LOCK,
    concurrency: QUEUES[name].concurrency,
    maxStalledCount: QUEUES[name].maxStalledCount,
    settings: { backoffStrategy: (attemptsMade) => backoffMs(attemptsMade) },
  })
  worker.on("error", (error) => log.warn("worker.error", { queue: name, error }))
  worker.on("failed", (job, error) => {
    const write = () => log.error("job.failed", { queue: name, attempt: job?.attemptsMade, error })
    if (job) inScopeOf(job, write)
    else write()
  })
  return worker
}

/**
 * The log lines of a job carry the id of the request that queued it. A sweep has its own id, which the jobs that it
 * queues share.
 */
function inScopeOf<T>(job: Job, work: () => T): T {
  const requestId = requestIdIn(job.opts.telemetry?.metadata) ?? newRequestId()
  return withLogScope({ requestId, where: () => ({ job: job.name, jobId: job.id }) }, work)
}

/** A job continues the trace of the event that queued it; a sweep starts a new one. */
function runTraced(ctx: SystemContext, job: Job): Promise<void> {
  const attributes = { "messaging.destination.name": job.queueName, attempt: job.attemptsMade + 1 }
  const options = { kind: SpanKind.CONSUMER, attributes }
  return withSpan(
    `job ${job.name}`,
    options,
    () => runLogged(ctx, job),
    parentFrom(job.opts.telemetry?.metadata),
  )
}

async function runLogged(ctx: SystemContext, job: Job): Promise<void> {
  const from = performance.now()
  await run(ctx, job)
  // Sweeps run all the time and usually find nothing.
  const write = job.name in SWEEPS ? log.debug : log.info
  write("job.done", { queue: job.queueName, ms: Math.round(performance.now() - from) })
}

async function run(ctx: SystemContext, job: Job): Promise<void> {
  try {
    if (job.name in SWEEPS) await SWEEPS[job.name as SweepName].run(ctx)
    else if (job.name in JOBS) await handle(ctx, job as Job<never, void, JobName>)
    else throw new Error(`no handler for ${job.name}`)
  } catch (error) {
    if (error instanceof DomainError && FINAL_REJECTIONS.includes(error.code))
      throw new UnrecoverableError(`${error.code}: ${error.message}`)
    throw error
  }
}

function handle(ctx: SystemContext, job: Job<never, void, JobName>): Promise<unknown> {
  const handler: Handler<never> = JOBS[job.name].run
  return handler(ctx, job.data, job.id ?? job.name)
}

const SCHEDULING_RETRY_MS = 5_000

/** Registers the sweeps, retrying while the backend is down; removes those that no longer exist. */
function scheduleSweeps(queue: Queue): { stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const attempt = async () => {
    try {
      for (const [name, { everyMs }] of Object.entries(SWEEPS))
        await queue.upsertJobScheduler(
          name,
          { every: everyMs },
          { name, opts: { removeOnComplete: { count: 20 }, removeOnFail: { count: 100 } } },
        )
      for (const { key } of await queue.getJobSchedulers())
        if (!(key in SWEEPS)) await queue.removeJobScheduler(key)
    } catch (error) {
      if (stopped) return
      log.warn("sweeps.schedule", { error })
      timer = setTimeout(attempt, SCHEDULING_RETRY_MS)
    }
  }
  void attempt()
  return {
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
