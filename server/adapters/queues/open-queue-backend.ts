import type { Env } from "#server/config/env.ts"
import type { QueueBackend } from "./backend.ts"
import { postgresBackend } from "./postgres-backend.ts"
import { redisBackend } from "./redis-backend.ts"

/** Uses Redis if it is configured, otherwise the database. `workers` is how many workers this process will run. */
export async function openQueueBackend(env: Env, workers: number): Promise<QueueBackend> {
  return env.REDIS_URL
    ? redisBackend(env.REDIS_URL)
    : postgresBackend({ connectionString: env.DATABASE_DIRECT_URL, workers })
}
