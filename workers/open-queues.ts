import type { Queue } from "bullmq"
import type { QueueBackend } from "#server/adapters/queues/backend.ts"
import { QUEUE_NAMES, type QueueName } from "./queues.ts"

export type Queues = Record<QueueName, Queue>

/** Every queue, for those who add or look. `onError` hears that a queue's connection failed. */
export async function openQueues(
  backend: QueueBackend,
  onError: (name: QueueName, error: Error) => void,
): Promise<Queues> {
  const open = async (name: QueueName) => {
    const queue = await backend.queue(name)
    queue.on("error", (error) => onError(name, error))
    return [name, queue] as const
  }
  return Object.fromEntries(await Promise.all(QUEUE_NAMES.map(open))) as Queues
}
