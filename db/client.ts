import type { ExtractTablesWithRelations } from "drizzle-orm"
import { drizzle, type NodePgDatabase, NodePgTransaction } from "drizzle-orm/node-postgres"
import pg from "pg"
import { isTraced, traced } from "#core/traces.ts"
import { BEGIN, COMMIT, inBatches, markCommitting, markReturned } from "./batches.ts"
import "./failed-query.ts"
import { nameStatements } from "./name-statements.ts"
import * as schema from "./schema/index.ts"
import { afterNews, relayWaker, WAKES_ITSELF } from "./wake-relays.ts"

type Schema = typeof schema

export type Database = NodePgDatabase<Schema>
/** What a step inside a transaction takes; asking the pool again there can wedge the whole process. */
export type Transaction = NodePgTransaction<Schema, ExtractTablesWithRelations<Schema>>
/** A query that works inside and outside of a transaction. */
export type Executor = Database | Transaction

export type DatabasePool = {
  readonly db: Database
  readonly pool: pg.Pool
  close(): Promise<void>
}

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
  pool.on("connect", inBatches)
  pool.on("connect", nameStatements())
  const waker = relayWaker(options)
  pool.on("connect", afterNews(waker.wake))
  if (isTraced()) traceQueries(pool)
  const db = drizzle(pool, { schema, casing: "snake_case" })
  const transact = transactions(pool)
  db.transaction = (work, config) => {
    if (config) throw new Error("A transaction of another kind than the usual one: nothing asks for it yet.")
    return transact(work)
  }
  return {
    db,
    pool,
    async close() {
      await pool.end()
      await waker.close()
    },
  }
}

type Work<T> = (tx: Transaction) => Promise<T>
type Connection = { client: pg.PoolClient; tx: Transaction }

/**
 * Transactions whose BEGIN goes out with their first statement, that are done again after a deadlock, and that always
 * give their connection back: drizzle 0.45 sends BEGIN in a trip of its own before its own `try`, and a connection found
 * broken there never came back.
 */
function transactions(pool: pg.Pool) {
  const known = new WeakMap<pg.PoolClient, Connection>()
  return <T>(work: Work<T>): Promise<T> =>
    traced("transaction", DATABASE, async () => {
      const client = await pool.connect()
      try {
        const connection = known.get(client) ?? connected(client)
        known.set(client, connection)
        return await retried(() => inTransaction(connection, work))
      } finally {
        markReturned(client)
        client.release()
      }
    })
}

const ATTEMPTS = 4

/**
 * PostgreSQL ends one of two transactions that wait for each other, or that cannot both be true. Nothing of it was
 * done, and the other one goes on: so it is done again, from its beginning. Work inside a transaction touches nothing
 * outside of it.
 */
async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = ATTEMPTS - 1; left > 0; left -= 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!isConflict(error)) throw error
    }
  }
  return attempt()
}

/** A serialization failure or a deadlock. */
function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = "code" in error ? error.code : undefined
  return code === "40001" || code === "40P01" || isConflict(error.cause)
}

/** Drizzle's own transaction on a connection. It keeps nothing, so one serves all that come after each other. */
function connected(client: pg.PoolClient): Connection {
  const own = drizzle(client, { schema, casing: "snake_case" }) as unknown as Internals
  return { client, tx: new NodePgTransaction(own.dialect, own.session, own._, 0) }
}
type Parts = ConstructorParameters<typeof NodePgTransaction<Schema, ExtractTablesWithRelations<Schema>>>
type Internals = { dialect: Parts[0]; session: Parts[1]; _: NonNullable<Parts[2]> }

/** COMMIT of the transactions that are going on: sent by whoever asks for it first. */
const commits = new WeakMap<Transaction, () => Promise<void>>()

async function inTransaction<T>({ client, tx }: Connection, work: Work<T>): Promise<T> {
  let commit: Promise<void> | undefined
  const sendCommit = () => {
    commit ??= client.query(COMMIT).then(() => {})
    commit.catch(() => {})
    markCommitting(client)
    return commit
  }
  const begin = client.query(BEGIN)
  // Where BEGIN fails, the statement that it travelled with fails too.
  begin.catch(() => {})
  commits.set(tx, sendCommit)
  try {
    const result = await work(tx)
    await sendCommit()
    return result
  } catch (error) {
    markReturned(client)
    await client.query("rollback")
    throw error
  } finally {
    commits.delete(tx)
  }
}

/**
 * Answers the last statements of a transaction, with which its COMMIT travels. Each has to be on its way already:
 * called, and `prepared`. Within another transaction that one commits.
 */
export async function commitWith<T extends readonly PromiseLike<unknown>[] | []>(
  tx: Transaction,
  last: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const commit = commits.get(tx)?.()
  const answers = await Promise.all(last)
  await commit
  return answers
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
