import { SpanKind } from "@opentelemetry/api"
import type { Job, Queue } from "bullmq"
import type { SystemContext } from "#core/context.ts"
import { parentFrom, withSpan } from "#core/spans.ts"
import type { SetHandler } from "./handler.ts"
import { setHandlers } from "./handlers/sets.ts"
import type { Log } from "./log.ts"
import { addTo, type Batch, type BatchItem, singleJob } from "./queue-jobs.ts"
import { backoffMs, QUEUES, type QueueName } from "./queues.ts"

/** Lets one piece of work begin when the one before has ended. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

type Surroundings = { readonly queue: Queue; readonly inTurn: Turns; readonly log: Log }

/**
 * Does the jobs of a batch, as many at a time as its queue does jobs, and strikes off those that are done: a worker that
 * is killed leaves no more half done than without batches. What fails goes on by itself, with its own tries, and holds up
 * nothing else.
 */
export async function runBatch(
  ctx: SystemContext,
  job: Job<Batch>,
  { queue, inTurn, log }: Surroundings,
): Promise<void> {
  const { of } = job.data
  const atOnce = QUEUES[queue.name as QueueName].concurrency
  for (let { items } = job.data; items.length > 0; items = items.slice(atOnce)) {
    const step = items.slice(0, atOnce)
    const outcomes = await inTurn(() => doStep(ctx, job, step))
    const failed = step.flatMap((item, index) => {
      const outcome = outcomes[index]
      return outcome?.status === "fulfilled" ? [] : [{ item, error: messageOf(outcome?.reason) }]
    })
    for (const { item, error } of failed)
      log({ level: "error", event: "job.failed", queue: queue.name, job: of, id: item.id, error })
    const again = failed.map(({ item }) => singleJob({ ...item, name: of }, backoffMs(1)))
    await addTo(queue, again)
    if (items.length > atOnce) await job.updateData({ of, items: items.slice(atOnce) })
  }
}

/** Work that shares something that only so much of may be done with at a time. */
export function turns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
}

async function doStep(
  ctx: SystemContext,
  { data: { of }, queueName }: Job<Batch>,
  step: readonly BatchItem[],
): Promise<PromiseSettledResult<void>[]> {
  const handler = (setHandlers as { readonly [name: string]: SetHandler<never> })[of]
  if (!handler) throw new Error(`no handler for several of ${of}`)
  const together = async (some: readonly BatchItem[]) => {
    // What brings down the whole of a step is each one's failure: the one that did it is found when they run alone.
    const failure = (reason: unknown) => some.map(() => ({ status: "rejected" as const, reason }))
    return handler(ctx, some as readonly never[]).catch(failure)
  }
  if (!step.some(({ traceparent }) => traceparent)) return together(step)
  // Each continues the trace of its own event.
  const options = { kind: SpanKind.CONSUMER, attributes: { "messaging.destination.name": queueName } }
  const alone = step.map((item) =>
    withSpan(`job ${of}`, options, () => together([item]), parentFrom(item.traceparent)),
  )
  return (await Promise.all(alone)).flat()
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
