import { type ConnectionOptions, createPostgresBackend, Queue, runMigrations, Worker } from "bullmq"
import pg from "pg"
import type { QueueBackend } from "./backend.ts"

/** Each worker holds one connection for LISTEN; all workers share these for their queries. */
const SPARE_CONNECTIONS = 6

/**
 * Asynchronous commit: a queue's writes reach the disk within half a second, not before the call returns. Nothing is
 * lost: the mark that an event was dispatched is committed after its job, in the same write-ahead log, so the mark
 * never exists without the job. A job whose completion is lost in a power failure runs again, as after any crash of a
 * worker.
 */
const WAITS_FOR_NO_DISK = "-c synchronous_commit=off"

/**
 * Queues in PostgreSQL, with their own schema and pool: BullMQ's functions need `search_path=bullmq`, and its LISTEN
 * connections would starve the application's pool. `workers` is how many workers this process will run.
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
  // The query itself reports a connection that breaks in mid-query; without a listener, the same error would also end
  // the process.
  pool.on("connect", (client) => client.on("error", () => {}))
  // BullMQ adds its own listener to this one pool for every queue and worker.
  pool.setMaxListeners(50)
  await migrate(pool)
  // The PostgreSQL backend takes the pool as its connection; the classes' types only know Redis's.
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
 * Throws if the database cannot be reached. BullMQ (6.7) checks its tables once and remembers a failure forever: such a
 * queue no longer takes jobs, and such a worker queries in a loop that blocks the rest of the process.
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
