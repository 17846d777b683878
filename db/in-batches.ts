import { and, asc, gte, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core"
import { byIndex } from "./by-index.ts"
import type { Database, Transaction } from "./client.ts"
import { transaction } from "./transaction.ts"

/** The number of rows per transaction. A batch takes about 20 ms, so nobody waits long for the rows that it locks. */
export const BATCH = 1_000

/** The rows of `by`'s table for which `when` is true, in the order of `by`. `by` needs an index. */
type Old = { readonly by: PgColumn; readonly when: SQL | undefined }
/** The value of `by` of each processed row. */
type Done = { readonly at: unknown }[]

/**
 * Deletes old rows, one batch per transaction, and returns how many. If the process dies, committed batches stay
 * deleted, and the next run continues. Rows that another transaction has locked are left to the next run too.
 */
export function deleteInBatches(db: Database, old: Old): Promise<number> {
  return inBatches(db, old, (tx, isOfBatch) =>
    tx.delete(tableOf(old)).where(isOfBatch).returning({ at: old.by }),
  )
}

/** Updates rows in batches like `deleteInBatches`. `set` must make `when` false. */
export function updateInBatches<Table extends PgTable>(
  db: Database,
  table: Table,
  old: Old,
  set: PgUpdateSetSource<Table>,
): Promise<number> {
  return inBatches(db, old, (tx, isOfBatch) =>
    tx.update(table).set(set).where(isOfBatch).returning({ at: old.by }),
  )
}

/** Looks up referenced rows one by one; a plan for the whole batch would read all of the other table. */
const oneByOne = sql`set local enable_hashjoin = off; set local enable_mergejoin = off`

/**
 * Processes rows in batches like `deleteInBatches`. `work` gets the rows of a batch locked, and must delete them or
 * make `when` false.
 */
export async function inBatches(
  db: Database,
  old: Old,
  work: (tx: Transaction, isOfBatch: SQL) => Promise<Done>,
): Promise<number> {
  const { by, when } = old
  let count = 0
  let from: SQL | undefined
  for (;;) {
    const done = await transaction(
      db,
      async (tx) => {
        await tx.execute(sql`${byIndex}; ${oneByOne}`)
        const batch = tx
          .select({ row: sql`ctid` })
          .from(tableOf(old))
          .where(and(when, from))
          .orderBy(asc(by))
          .limit(BATCH)
          .for("update", { skipLocked: true })
        return work(tx, sql`ctid = any(array${batch})`)
      },
      // Rows that reappear after a power failure are processed again.
      { asyncCommit: true },
    )
    count += done.length
    if (done.length < BATCH) return count
    // Until a vacuum, the index still contains the rows of the earlier batches; this skips them.
    from = gte(by, latest(done))
  }
}

const tableOf = ({ by }: Old) => by.table as PgTable

function latest(done: Done): unknown {
  let last: unknown
  for (const { at } of done as { at: Date | string }[])
    if (last === undefined || at > (last as Date | string)) last = at
  return last
}
