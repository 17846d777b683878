import { and, asc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core"
import type { Context } from "#core/context.ts"
import type { Transaction } from "#db/client.ts"
import type { HistorySubject } from "./history.ts"
import { type Moves, requireMover, type StatusMove, startsOf } from "./moves.ts"
import { recordMoves } from "./record-moves.server.ts"

type MovingTable = PgTable & { id: PgColumn; status: PgColumn }

type RowsToMove<Table extends MovingTable> = {
  subject: HistorySubject
  table: Table
  /** The table of moves, and the name of the one to make. */
  moves: Moves<string>
  move: string
  /** The rows to move; only those whose status allows the move are changed. */
  where: SQL | undefined
  /** Other columns to set, as values or as SQL over the row before the move. */
  set?: Omit<PgUpdateSetSource<Table>, "status">
}

/**
 * The only function that changes a status: moves each of the rows whose status allows it, sets the move's other
 * columns, and writes the step into the history. Returns the moved rows as they are now; rows that somebody else moved
 * first are not among them. Throws an `Error` for a move that the actor's role may not make.
 */
export async function moveRows<Table extends MovingTable>(
  ctx: Pick<Context, "actor" | "now">,
  tx: Transaction,
  { subject, table, moves, move: name, where, set }: RowsToMove<Table>,
): Promise<Table["$inferSelect"][]> {
  const move = moves[name]
  if (!move) throw new Error(`There is no move ${name} of a ${subject}.`)
  requireMover(move, ctx.actor.role, name)
  const before = tx
    .select({ id: table.id, from: sql<string | null>`${table.status}`.as("from_status") })
    .from<PgTable>(table)
    .where(and(where, standsAt(table, move)))
    .orderBy(asc(table.id))
    .for("no key update")
    .as("before")
  const moved = await tx
    .update<PgTable>(table)
    .set({ ...set, status: move.to })
    .from(before)
    .where(eq(table.id, before.id))
    .returning({ id: sql<string>`${table.id}`, row: table, from: before.from })
  const steps = moved.map(({ id, from }) => ({ id, move: name, from, to: move.to }))
  await recordMoves(ctx, tx, subject, steps)
  return moved.map(({ row }) => row)
}

/** SQL: whether a row's status allows the move. */
function standsAt({ status }: MovingTable, move: StatusMove<string>): SQL | undefined {
  const named = startsOf(move)
  return or(
    named.length > 0 ? inArray(status, named) : undefined,
    move.from.includes(null) ? isNull(status) : undefined,
  )
}
