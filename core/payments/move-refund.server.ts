import type { SQL } from "drizzle-orm"
import type { PgUpdateSetSource } from "drizzle-orm/pg-core"
import type { Context } from "#core/context.ts"
import { moveRows } from "#core/history/move-rows.server.ts"
import { requireMover } from "#core/history/moves.ts"
import { recordMoves } from "#core/history/record-moves.server.ts"
import type { Transaction } from "#db/client.ts"
import { refunds } from "#db/schema/index.ts"
import { REFUND_MOVES, type RefundMove } from "./refund-states.ts"

type RefundRow = typeof refunds.$inferSelect

type Creation = "request" | "record"

type Refunds = {
  move: Exclude<RefundMove, Creation>
  where: SQL | undefined
  set?: Omit<PgUpdateSetSource<typeof refunds>, "status">
}

/** Applies one move to each of these refunds whose status allows it. Returns the refunds that moved. */
export function moveRefunds(ctx: Context, tx: Transaction, refundsToMove: Refunds): Promise<RefundRow[]> {
  return moveRows(ctx, tx, { subject: "refund", table: refunds, moves: REFUND_MOVES, ...refundsToMove })
}

/** Returns the new refund's id, or null if there is already a row for the same payment or dashboard refund. */
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
