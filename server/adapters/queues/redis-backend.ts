import { Queue, type RedisOptions, Worker } from "bullmq"
import type { QueueBackend } from "./backend.ts"

const COMMAND_TIMEOUT_MS = 5_000

/** Queues on Redis (≥ 6.2, `maxmemory-policy noeviction`, `appendonly yes`): the choice for production. */
export function redisBackend(url: string): QueueBackend {
  const retryStrategy = (times: number) => Math.min(times * 200, 2_000)
  const producer: RedisOptions = {
    url,
    retryStrategy,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: COMMAND_TIMEOUT_MS,
  }
  const consumer: RedisOptions = { url, retryStrategy, maxRetriesPerRequest: null }
  return {
    kind: "redis",
    queue: async (name, options) => new Queue(name, { ...options, connection: producer }),
    worker: async (name, processor, options) =>
      new Worker(name, processor, { ...options, connection: consumer }),
    async close() {},
  }
}
