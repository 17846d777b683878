import type { QueueBackend } from "#server/adapters/queues/backend.ts"
import type { Env } from "#server/config/env.ts"
import { openQueues, type Queues } from "#workers/open-queues.ts"

/** The queues for the queue status: opened on first use, in web processes without workers too. */
export interface QueueDesk {
  queues(): Promise<Queues>
  close(): Promise<void>
}

export function queueDesk(env: Env): QueueDesk {
  let opening: Promise<{ backend: QueueBackend; queues: Queues }> | undefined
  const open = async () => {
    // BullMQ is not loaded at a web process's start.
    const { openQueueBackend } = await import("#server/adapters/queues/open-queue-backend.ts")
    const backend = await openQueueBackend(env, 0)
    try {
      // The page itself shows that a backend is down, and the workers log it.
      return { backend, queues: await openQueues(backend, () => {}) }
    } catch (error) {
      await backend.close()
      throw error
    }
  }
  return {
    async queues() {
      opening ??= open().catch((error: unknown) => {
        // The backend was down: the next request tries again.
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
