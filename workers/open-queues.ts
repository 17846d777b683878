import type { Queue } from "bullmq"
import type { QueueBackend } from "#server/adapters/queues/backend.ts"
import { QUEUE_NAMES, type QueueName } from "./queues.ts"

export type Queues = Record<QueueName, Queue>

/** Opens every queue, for programs that add or inspect jobs. `onError` is called when a queue's connection fails. */
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
