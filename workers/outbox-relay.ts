import type { SystemContext } from "#core/context.ts"
import { type OutboxJob, type OutboxMessage, publishEvents, queueEvents } from "#core/hand-over.server.ts"
import type { Log } from "./log.ts"

/** The net under NOTIFY, and the pause after a failure. */
const POLL_MS = 2_000
const BATCH = 100
/**
 * The least time from a batch to the next. The first event after a silence goes at once; of a crowd, more go together,
 * which costs the database one transaction instead of one each. People watch live messages: one that came alone is no
 * crowd, and the next need not wait behind it. Nobody watches a job.
 */
const GATHER_MS = { jobs: 50, messages: 10 }
/** Jobs let the messages of the same commit go first: both would use the same processor in the same milliseconds. */
const LATER_MS = { jobs: 10, messages: 0 }
/** A queue or a room's host that says nothing is as good as down: what waits is handed over again. */
const HANDOVER_TIMEOUT_MS = 10_000

export type RelayOptions = {
  readonly context: () => SystemContext
  readonly addJobs: (jobs: OutboxJob[]) => Promise<void>
  readonly publish: (message: OutboxMessage) => Promise<void>
  /** Calls back whenever an event may have committed. Answers how to stop listening. */
  readonly listen: (wake: () => void) => { stop(): Promise<void> }
  readonly log: Log
  readonly pollMs?: number
  /** How the relay lets a crowd gather. */
  readonly sleep?: (ms: number) => Promise<void>
}

/** Stops taking events and waits for those under way. */
export type Relay = { stop(): Promise<void> }

/**
 * Empties the outbox: jobs into their queues, live messages into their rooms. Two loops that share nothing,
 * so that a queue that is down does not hold up what people are looking at.
 */
export function startRelay(options: RelayOptions): Relay {
  const { context, log, pollMs = POLL_MS, sleep = Bun.sleep } = options
  const jobs = loop(
    "jobs",
    async () => {
      const isMore = await queueEvents(context().db, BATCH, (batch) => inTime(options.addJobs(batch)))
      return isMore ? "go on" : "gather"
    },
    { log, pollMs, sleep },
  )
  const messages = loop(
    "messages",
    async () => {
      const failures: unknown[] = []
      let told = 0
      for (let after: number | undefined = 0; after !== undefined; ) {
        const publish = (message: OutboxMessage) => inTime(options.publish(message))
        const { failed, taken, next } = await publishEvents(context().db, BATCH, publish, after)
        failures.push(...failed)
        told += taken
        after = next
      }
      if (failures.length > 0) throw failures[0]
      return told > 1 ? "gather" : "listen"
    },
    { log, pollMs, sleep },
  )
  const listener = options.listen(() => {
    jobs.wake()
    messages.wake()
  })
  return {
    async stop() {
      await listener.stop()
      await Promise.all([jobs.stop(), messages.stop()])
    },
  }
}

/** There is more, a crowd has come, or nothing is left. */
type Outcome = "go on" | "gather" | "listen"

/** Runs `step` until it says that nothing is left, then again when woken or at the next poll; for ever. */
function loop(
  name: keyof typeof GATHER_MS,
  step: () => Promise<Outcome>,
  options: { log: Log; pollMs: number; sleep: (ms: number) => Promise<void> },
) {
  let stopping = false
  let woken = false
  let interrupt = () => {}
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      interrupt = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const run = async () => {
    while (!stopping) {
      woken = false
      try {
        const outcome = await step()
        if (outcome === "go on") continue
        if (outcome === "gather") await options.sleep(GATHER_MS[name])
        if (!woken && !stopping) await pause(options.pollMs)
        if (LATER_MS[name] > 0 && !stopping) await options.sleep(LATER_MS[name])
      } catch (error) {
        options.log({ level: "error", event: "outbox.relay", loop: name, error: messageOf(error) })
        // Not cut short by a wake: what is down is not asked more often because there is more to do.
        const resume = Date.now() + options.pollMs
        while (!stopping && Date.now() < resume) await pause(resume - Date.now())
      }
    }
  }
  const running = run()
  return {
    wake() {
      woken = true
      interrupt()
    },
    async stop() {
      stopping = true
      interrupt()
      await running
    },
  }
}

async function inTime(work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${HANDOVER_TIMEOUT_MS} ms`)), HANDOVER_TIMEOUT_MS)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
