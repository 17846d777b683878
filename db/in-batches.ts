import { and, asc, gte, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core"
import { byIndex } from "./by-index.ts"
import type { Database, Transaction } from "./client.ts"
import { transaction } from "./transaction.ts"

/** The rows of one transaction. It takes some 20 ms, so nobody waits long for what it locks. */
export const BATCH = 1_000

/** The rows of `by`'s table for which `when` is true, in the order of `by`. An index on `by` has to lead to them. */
type Old = { readonly by: PgColumn; readonly when: SQL | undefined }
/** Of each row that was dealt with, what stands in `by`. */
type Done = { readonly at: unknown }[]

/**
 * Deletes rows that are past their use, a batch in each transaction, and answers how many. What is committed when the
 * process dies stays deleted, and the next run goes on; rows that somebody has locked are left to the next run too.
 */
export function deleteInBatches(db: Database, old: Old): Promise<number> {
  return inBatches(db, old, (tx, isOfBatch) =>
    tx.delete(tableOf(old)).where(isOfBatch).returning({ at: old.by }),
  )
}

/** Changes rows in the same way. What is set has to make `when` false. */
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

/** What the rows of a batch refer to is looked up for each, where a plan for many would read all of another table. */
const oneByOne = sql`set local enable_hashjoin = off; set local enable_mergejoin = off`

/** Deals with rows in the same way, by `work`, which gets the rows of a batch locked, and has to make `when` false. */
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
      // Rows that come back after a power cut are deleted once more.
      { asyncCommit: true },
    )
    count += done.length
    if (done.length < BATCH) return count
    // The index still has the rows of the batches before, until they are vacuumed: they are not read again.
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
