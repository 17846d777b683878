import { type ExtractTablesWithRelations, sql } from "drizzle-orm"
import { drizzle, type NodePgDatabase, type NodePgTransaction } from "drizzle-orm/node-postgres"
import pg from "pg"
import { isTraced, traced } from "#core/traces.ts"
import "./failed-query.ts"
import { nameStatements } from "./name-statements.ts"
import { oneWrite } from "./one-write.ts"
import * as schema from "./schema/index.ts"
import { afterNews, relayWaker, WAKES_ITSELF } from "./wake-relays.ts"

type Schema = typeof schema

export type Database = NodePgDatabase<Schema>
/** What a step inside a transaction takes; asking the pool again there can wedge the whole process. */
export type Transaction = NodePgTransaction<Schema, ExtractTablesWithRelations<Schema>>
/** A query that works inside and outside of a transaction. */
export type Executor = Database | Transaction

export type DatabasePool = { readonly db: Database; readonly pool: pg.Pool; close(): Promise<void> }

/** Opens a pool. `onError` gets errors of idle connections (a restarted server), which must not end the process. */
export function openDatabase(options: {
  connectionString: string
  max: number
  applicationName: string
  onError(error: Error): void
}): DatabasePool {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.max,
    application_name: options.applicationName,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    options: WAKES_ITSELF,
    // Statements of a transaction that need no answer of each other go out at once.
    pipeline: true,
  })
  pool.on("error", options.onError)
  // A connection that breaks while it is checked out tells only itself, and an unheard error ends the process.
  pool.on("connect", (client) => client.on("error", options.onError))
  pool.on("connect", oneWrite)
  pool.on("connect", nameStatements())
  const waker = relayWaker(options)
  pool.on("connect", afterNews(waker.wake))
  if (isTraced()) traceQueries(pool)
  const db = drizzle(pool, { schema, casing: "snake_case" })
  const transactions = giveBack(pool)
  db.transaction = transactions.transaction
  atOnce.set(db, transactions.beginAtOnce)
  return {
    db,
    pool,
    async close() {
      await pool.end()
      await waker.close()
    },
  }
}

/**
 * Transactions that always give their connection back. drizzle 0.45 sends BEGIN before its own `try`: a connection
 * that was found broken right there never returned to the pool, until a few restarts of the server had emptied it.
 */
function giveBack(pool: pg.Pool): { transaction: Database["transaction"]; beginAtOnce: BeginAtOnce } {
  const bound = new WeakMap<pg.PoolClient, Database>()
  return {
    transaction: (work, config) =>
      traced("transaction", DATABASE, () => onConnection((own) => own.transaction(work, config))),
    beginAtOnce: (work) => traced("transaction", DATABASE, () => onConnection((own) => begun(own, work))),
  }

  async function onConnection<T>(work: (own: Database) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    try {
      const own = bound.get(client) ?? drizzle(client, { schema, casing: "snake_case" })
      bound.set(client, own)
      return await work(own)
    } finally {
      client.release()
    }
  }
}

type BeginAtOnce = <T>(work: (tx: Executor) => Promise<T>) => Promise<T>
const atOnce = new WeakMap<Database, BeginAtOnce>()

/**
 * A transaction whose BEGIN goes out with the first statements of `work` instead of one trip ahead of them. Only for
 * what does no harm when PostgreSQL refuses BEGIN alone: each statement would then commit by itself.
 */
export function beginAtOnce<T>(db: Database, work: (tx: Executor) => Promise<T>): Promise<T> {
  const begin = atOnce.get(db)
  if (!begin) throw new Error("Only a database that openDatabase opened begins at once.")
  return begin(work)
}

async function begun<T>(own: Database, work: (tx: Executor) => Promise<T>): Promise<T> {
  const begin = own.execute(sql`begin`).execute()
  // Heard of below, when `work` has ended with the connection.
  begin.catch(() => {})
  try {
    const result = await work(own)
    await begin
    await own.execute(sql`commit`)
    return result
  } catch (error) {
    await own.execute(sql`rollback`)
    throw error
  }
}

const DATABASE = { kind: "client", attributes: { "db.system.name": "postgresql" } } as const

/** Queries outside of transactions, by their first word alone: texts of statements are long, values are people's. */
function traceQueries(pool: pg.Pool): void {
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown
  pool.query = ((...args: unknown[]) => {
    const [statement] = args as [string | { text?: string }]
    const text = typeof statement === "string" ? statement : (statement?.text ?? "")
    const isPromised = typeof args.at(-1) !== "function"
    if (!isPromised) return query(...args)
    const word = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? "query"
    return traced(word, DATABASE, () => query(...args) as Promise<unknown>)
  }) as typeof pool.query
}
