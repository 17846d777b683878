import { type ConnectionOptions, createPostgresBackend, Queue, runMigrations, Worker } from "bullmq"
import pg from "pg"
import type { QueueBackend } from "./backend.ts"

/** Each worker keeps one connection for LISTEN; the rest is for the work of all of them. */
const SPARE_CONNECTIONS = 6

/**
 * What a queue does is on disk within half a second instead of before its answer. Nothing is lost by it: that an event
 * was handed over is committed behind the job in the same log, so that whatever tells of the one has the other; and a
 * job whose end a power cut takes back runs again, as after any end of a worker.
 */
const WAITS_FOR_NO_DISK = "-c synchronous_commit=off"

/**
 * Queues in PostgreSQL, in a schema and a pool of their own: BullMQ's functions need `search_path=bullmq`, and its
 * LISTEN connections would starve the application's pool. `workers` is how many workers this process will run.
 */
export async function postgresBackend(options: {
  connectionString: string
  workers: number
}): Promise<QueueBackend> {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.workers + SPARE_CONNECTIONS,
    keepAlive: true,
    application_name: "pushcart-queues",
    options: `-c search_path=bullmq ${WAITS_FOR_NO_DISK}`,
  })
  // A restarted server ends idle connections; BullMQ opens new ones by itself.
  pool.on("error", () => {})
  // One that breaks in mid-query tells its query; without a listener the same error would end the process too.
  pool.on("connect", (client) => client.on("error", () => {}))
  // BullMQ adds a listener of its own for every queue and worker on this one pool.
  pool.setMaxListeners(50)
  await migrate(pool)
  // The pool is what the PostgreSQL backend takes for a connection; the classes' types only know Redis's.
  const connection = pool as unknown as ConnectionOptions
  const factory = createPostgresBackend as never
  return {
    kind: "postgres",
    async queue(name, queueOptions) {
      const queue = new Queue(name, { ...queueOptions, connection }, factory)
      await firstLook(queue)
      return queue
    },
    async worker(name, processor, workerOptions) {
      const worker = new Worker(name, processor, { ...workerOptions, connection, autorun: false }, factory)
      await firstLook(worker)
      worker.run().catch((error) => worker.emit("error", error))
      return worker
    },
    close: () => pool.end(),
  }
}

/**
 * Throws where the database cannot be reached. BullMQ (6.7) looks at its tables once, and remembers forever when that
 * failed: such a queue no longer takes jobs, and such a worker asks again and again without letting anything else of
 * the process run.
 */
async function firstLook(opened: Queue | Worker): Promise<void> {
  try {
    await opened.waitUntilReady()
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await runMigrations(client)
  } finally {
    client.release()
  }
}
