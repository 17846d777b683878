import pTimeout from "p-timeout"
import type { SystemContext } from "#core/context.ts"
import { log } from "#core/log.server.ts"
import { releaseDueEvents } from "#core/outbox/due-events.server.ts"
import {
  type OutboxJob,
  type OutboxMessage,
  publishEvents,
  queueEvents,
} from "#core/outbox/outbox-relay.server.ts"

/** The fallback for a missed NOTIFY, and the pause after a failure. */
const POLL_MS = 2_000
const BATCH = 100
/** A queue or a room host that does not respond in time counts as down, and the same work is sent again. */
const HANDOVER_TIMEOUT_MS = 10_000

export type RelayOptions = {
  readonly context: () => SystemContext
  readonly addJobs: (jobs: OutboxJob[]) => Promise<void>
  readonly publish: (message: OutboxMessage) => Promise<void>
  /** Calls back whenever an event may have committed. Returns how to stop listening. */
  readonly listen: (wake: () => void) => { stop(): Promise<void> }
  readonly pollMs?: number
}

/** Takes no more events and waits for those in progress. */
export type Relay = { stop(): Promise<void> }

/**
 * Relays the outbox: jobs to their queues, live messages to their rooms. Runs two independent loops, so that a queue
 * that is down does not delay live pages.
 */
export function startRelay(options: RelayOptions): Relay {
  const { context, pollMs = POLL_MS } = options
  const jobs = loop(
    "jobs",
    async () => {
      const { db, now } = context()
      const nextDueAt = await releaseDueEvents(db, now(), BATCH)
      const isMore = await queueEvents(db, BATCH, (batch) => inTime(options.addJobs(batch)))
      if (isMore) return 0
      return nextDueAt ? Math.min(pollMs, nextDueAt.getTime() - now().getTime()) : pollMs
    },
    pollMs,
  )
  const messages = loop(
    "messages",
    async () => {
      const failures: unknown[] = []
      for (let after: number | undefined = 0; after !== undefined; ) {
        const publish = (message: OutboxMessage) => inTime(options.publish(message))
        const { failed, next } = await publishEvents(context().db, BATCH, publish, after)
        failures.push(...failed)
        after = next
      }
      if (failures.length > 0) throw failures[0]
      return pollMs
    },
    pollMs,
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

/**
 * Runs `step` until stopped: again when notified, or after as many milliseconds as it returned. After a failure, it
 * waits for the next poll.
 */
function loop(name: "jobs" | "messages", step: () => Promise<number>, pollMs: number) {
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
        const pauseMs = await step()
        if (pauseMs > 0 && !woken && !stopping) await pause(pauseMs)
      } catch (error) {
        log.error("outbox.relay", { loop: name, error })
        // A notification does not end this pause: more work is not a reason to call a failing service more often.
        const resume = Date.now() + pollMs
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

const inTime = (work: Promise<void>): Promise<void> =>
  pTimeout(work, {
    milliseconds: HANDOVER_TIMEOUT_MS,
    message: `no answer in ${HANDOVER_TIMEOUT_MS} ms`,
  })
