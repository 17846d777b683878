import type { QueueBackend } from "#server/adapters/queues/backend.ts"
import { postgresBackend } from "#server/adapters/queues/postgres-backend.ts"
import { redisBackend } from "#server/adapters/queues/redis-backend.ts"
import { QUEUE_NAMES } from "#workers/queues.ts"
import type { TestDatabase } from "./database.ts"
import { hasRedis, startRedis } from "./private-redis.ts"

export type BackendUnderTest = {
  open(): Promise<QueueBackend>
  /** Breaks the storage of the queues, and fixes it. */
  breakDown(): Promise<void>
  close(): Promise<void>
}

type Begin = (database: Pick<TestDatabase, "url" | "pool">) => Promise<BackendUnderTest>

const onPostgres: Begin = async ({ url, pool }) => ({
  open: () => postgresBackend({ connectionString: url, workers: QUEUE_NAMES.length }),
  async breakDown() {
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
  },
  async close() {},
})

const onRedis: Begin = async () => {
  const redis = await startRedis()
  return {
    open: async () => redisBackend(redis.url),
    async breakDown() {
      await redis.kill()
      await redis.start()
    },
    close: redis.close,
  }
}

/** Includes Redis only if it is installed. */
export const BACKENDS: [string, Begin][] = [
  ["PostgreSQL", onPostgres],
  ...(hasRedis ? ([["Redis", onRedis]] as [string, Begin][]) : []),
]
