import { and, asc, eq, inArray, type SQL } from "drizzle-orm"
import type { PgUpdateSetSource } from "drizzle-orm/pg-core"
import type { Context } from "#core/context.ts"
import { requireMover, startsOf } from "#core/history/moves.ts"
import { recordMoves } from "#core/history/record-moves.server.ts"
import type { Transaction } from "#db/client.ts"
import { refunds } from "#db/schema/index.ts"
import { REFUND_MOVES, type RefundMove } from "./refund-states.ts"

type Creation = "request" | "record"

type Refunds = {
  move: Exclude<RefundMove, Creation>
  where: SQL | undefined
  set?: Omit<PgUpdateSetSource<typeof refunds>, "status">
}

/**
 * Makes one move of the table with each of these refunds that is where the move starts, and writes it into their history.
 * Returns those that moved.
 */
export async function moveRefunds(
  ctx: Context,
  tx: Transaction,
  { move, where, set = {} }: Refunds,
): Promise<{ id: string }[]> {
  requireMover(REFUND_MOVES[move], ctx.actor.role, move)
  const { to } = REFUND_MOVES[move]
  const before = tx
    .select({ id: refunds.id, status: refunds.status })
    .from(refunds)
    .where(and(where, inArray(refunds.status, startsOf(REFUND_MOVES[move]))))
    .orderBy(asc(refunds.id))
    .for("no key update")
    .as("before")
  const moved = await tx
    .update(refunds)
    .set({ ...set, status: to })
    .from(before)
    .where(eq(refunds.id, before.id))
    .returning({ id: refunds.id, from: before.status })
  const steps = moved.map(({ id, from }) => ({ id, move, from, to }))
  await recordMoves(ctx, tx, "refund", steps)
  return moved
}

/** Returns the new refund's id, or null where the same payment, or refund of the dashboard, has its row already. */
export async function createRefund(
  ctx: Context,
  tx: Transaction,
  move: Creation,
  refund: Omit<typeof refunds.$inferInsert, "id" | "status">,
): Promise<string | null> {
  requireMover(REFUND_MOVES[move], ctx.actor.role, move)
  const { to } = REFUND_MOVES[move]
  const [made] = await tx
    .insert(refunds)
    .values({ ...refund, status: to })
    .onConflictDoNothing()
    .returning({ id: refunds.id })
  if (!made) return null
  await recordMoves(ctx, tx, "refund", [{ id: made.id, move, from: null, to }])
  return made.id
}
