import type { ExtractTablesWithRelations } from "drizzle-orm"
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres"
import type { PgDatabase } from "drizzle-orm/pg-core"
import pg from "pg"
import { type RelayWaker, relayWaker } from "./relay-waker.ts"
import * as schema from "./schema/index.ts"

type Schema = typeof schema

/**
 * A query runner that works inside and outside of a transaction. `transaction.ts` replaces Drizzle's own `transaction`.
 */
export type Executor = Omit<
  PgDatabase<NodePgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>,
  "transaction"
>
export type Database = Executor & { readonly $client: pg.Pool }
/**
 * The executor for a step inside a transaction. A step that takes another connection from the pool can block the whole
 * process.
 */
export type Transaction = Executor & { readonly $client?: pg.PoolClient }

export type DatabasePool = {
  readonly db: NodePgDatabase<Schema> & { readonly $client: pg.Pool }
  readonly pool: pg.Pool
  close(): Promise<void>
}

/** Opens a pool. `onError` gets errors of idle connections (a restarted server), which must not end the process. */
export function openDatabase(options: {
  connectionString: string
  max: number
  /** The number of idle connections that stay open. */
  min?: number
  applicationName: string
  onError(error: Error): void
}): DatabasePool {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.max,
    min: options.min ?? 0,
    application_name: options.applicationName,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    // Statements that are sent together do not wait for each other's results.
    pipeline: true,
  })
  pool.on("error", options.onError)
  // A connection that breaks while it is checked out emits its error only on itself, and an unhandled error ends the
  // process.
  pool.on("connect", (client) => client.on("error", options.onError))
  const waker = relayWaker(options)
  wakers.set(pool, waker)
  return {
    db: drizzle(pool, { schema, casing: "snake_case" }),
    pool,
    async close() {
      await pool.end()
      await waker.close()
    },
  }
}

/** How many times a transaction is attempted if PostgreSQL ends it because of a conflict. */
const ATTEMPTS = 4
const jobs = new WeakSet<Database>()

/** A database on the same pool whose transactions have the time limits of jobs. */
export function forJobs({ pool }: Pick<DatabasePool, "pool">): Database {
  const db = drizzle(pool, { schema, casing: "snake_case" })
  jobs.add(db)
  return db
}

export const isForJobs = (db: Database): boolean => jobs.has(db)

/** Closes the idle connections, which lead to a server that is gone. */
export function discardIdle(pool: pg.Pool): void {
  for (let left = pool.idleCount; left > 0; left -= 1)
    pool.connect().then(
      (client) => client.release(true),
      () => undefined,
    )
}

const wakers = new WeakMap<pg.Pool, RelayWaker>()

/**
 * The settings for transactions on a pool. On any other pool than one of `openDatabase`, transactions run once and wake
 * no relays.
 */
export function poolSettings(pool: pg.Pool): { attempts: number; wakeRelays(): void } {
  const waker = wakers.get(pool)
  return waker ? { attempts: ATTEMPTS, wakeRelays: waker.wake } : { attempts: 1, wakeRelays: () => {} }
}
