import type { Queue } from "bullmq"
import type { QueueBackend } from "#server/adapters/queues/backend.ts"
import type { Env } from "#server/config/env.ts"
import { QUEUE_NAMES, type QueueName } from "#workers/queues.ts"

export type Queues = Record<QueueName, Queue>

/** The queues for those who watch them: opened when first asked for, in web processes without workers too. */
export interface QueueDesk {
  queues(): Promise<Queues>
  close(): Promise<void>
}

export function queueDesk(env: Env): QueueDesk {
  let opening: Promise<{ backend: QueueBackend; queues: Queues }> | undefined
  const open = async () => {
    // BullMQ is not part of a web process's start.
    const { openQueueBackend } = await import("#server/adapters/queues/open-queue-backend.ts")
    const backend = await openQueueBackend(env, 0)
    try {
      const open = async (name: QueueName) => [name, quiet(await backend.queue(name))] as const
      return { backend, queues: Object.fromEntries(await Promise.all(QUEUE_NAMES.map(open))) as Queues }
    } catch (error) {
      await backend.close()
      throw error
    }
  }
  return {
    async queues() {
      opening ??= open().catch((error: unknown) => {
        // The backend was down: whoever asks next tries again.
        opening = undefined
        throw error
      })
      return (await opening).queues
    },
    async close() {
      const opened = await opening?.catch(() => undefined)
      if (!opened) return
      await Promise.allSettled(Object.values(opened.queues).map((queue) => queue.close()))
      await opened.backend.close()
    },
  }
}

/** A backend that is down shows on the page itself; the workers log it. */
function quiet(queue: Queue): Queue {
  queue.on("error", () => {})
  return queue
}
