import { SpanKind } from "@opentelemetry/api"
import { drizzle } from "drizzle-orm/node-postgres"
import type pg from "pg"
import { withSpan } from "#core/spans.ts"
import { isUselessServer, sqlStateOf } from "#core/sql-state.ts"
import { type Database, discardIdle, isForJobs, poolSettings, type Transaction } from "./client.ts"
import { SET_JOB_LIMITS } from "./limits.ts"
import * as schema from "./schema/index.ts"

export type TransactionOptions = {
  /**
   * Commits before the rows are on disk: for data that is recreated, or not needed, if a power failure loses the last
   * half second of writes.
   */
  readonly asyncCommit?: boolean
}

/**
 * The order in which every transaction locks rows of these tables, so that none of them deadlock: a courier's profile,
 * a cart, a checkout, orders by id, deliveries, offers of replacements, products, stock by variant id, slots of windows by market and start,
 * and a cart's lines last, since the paid lines leave the cart. New rows lock nothing that another transaction waits
 * for, so a payment may hold stock when it writes its orders. Checked by lock-order.server.test.ts.
 */
export const LOCK_ORDER = [
  "deliverers",
  "carts",
  "checkouts",
  "orders",
  "deliveries",
  "replacement_offers",
  "products",
  "variants",
  "market_windows",
  "cart_lines",
] as const

/**
 * Runs `work` in a transaction, and retries it from its beginning if PostgreSQL ended it because of a conflict with
 * another transaction, so `work` must have no effects outside of the transaction. Throws what `work` throws, after a
 * rollback. A broken connection is closed; any other returns to the pool. A connection to a server that is read-only or
 * shutting down is closed together with all idle connections. `work` locks rows in `LOCK_ORDER`.
 */
export function transaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const { attempts, wakeRelays } = poolSettings(db.$client)
  const begin = beginOf(db, options)
  return withSpan(
    "transaction",
    { kind: SpanKind.CLIENT, attributes: { "db.system.name": "postgresql" } },
    async () => {
      const client = await db.$client.connect()
      let broken: Error | undefined
      try {
        const tx = transactionOn(client)
        for (let left = attempts; ; left -= 1)
          try {
            const result = await attempt(client, tx, work, begin)
            if (emitted.delete(tx)) wakeRelays()
            return result
          } catch (error) {
            emitted.delete(tx)
            broken = await client.query("rollback").then(
              () => undefined,
              (failure: Error) => failure,
            )
            if (isUselessServer(error)) {
              broken = error as Error
              discardIdle(db.$client)
            }
            if (broken || left <= 1 || !isConflict(error)) throw error
          }
      } finally {
        client.release(broken)
      }
    },
  )
}

/** The outbox's trigger leaves waking the relays to this module, see relay-waker.ts. */
const BEGIN = "begin; set local pushcart.wakes = 'itself'"

function beginOf(db: Database, { asyncCommit = false }: TransactionOptions): string {
  const begin = isForJobs(db) ? `${BEGIN}; ${SET_JOB_LIMITS}` : BEGIN
  return asyncCommit ? `${begin}; set local synchronous_commit = off` : begin
}

async function attempt<T>(
  client: pg.PoolClient,
  tx: Transaction,
  work: (tx: Transaction) => Promise<T>,
  begin: string,
): Promise<T> {
  await client.query(begin)
  const result = await work(tx)
  await client.query("commit")
  return result
}

/** One for each connection, so that statements are prepared once per connection. */
const transactions = new WeakMap<pg.PoolClient, Transaction>()

function transactionOn(client: pg.PoolClient): Transaction {
  const known = transactions.get(client)
  if (known) return known
  const tx = drizzle(client, { schema, casing: "snake_case" })
  transactions.set(client, tx)
  return tx
}

/** Transactions that have written to the outbox. */
const emitted = new WeakSet<Transaction>()

/** Wakes the outbox's relays as soon as this transaction is committed. */
export const wakeRelaysAfterCommit = (tx: Transaction): void => void emitted.add(tx)

/** A serialization failure or a deadlock: this transaction was rolled back, and the other one continues. */
function isConflict(error: unknown): boolean {
  const state = sqlStateOf(error)
  return state === "40001" || state === "40P01"
}
