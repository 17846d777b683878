import type { SQL } from "drizzle-orm"
import type { PgUpdateSetSource } from "drizzle-orm/pg-core"
import type { Context } from "#core/context.ts"
import { moveRows } from "#core/history/move-rows.server.ts"
import { requireMover } from "#core/history/moves.ts"
import { recordMoves } from "#core/history/record-moves.server.ts"
import type { Transaction } from "#db/client.ts"
import { transferReversals, transfers } from "#db/schema/index.ts"
import { REVERSAL_MOVES, type ReversalMove, TRANSFER_MOVES, type TransferMove } from "./transfer.ts"

type TransferRow = typeof transfers.$inferSelect

type Transfers = {
  move: Exclude<TransferMove, "schedule">
  where: SQL | undefined
  set?: Omit<PgUpdateSetSource<typeof transfers>, "status">
}

/** Applies one move to each of these transfers whose status allows it. Returns the transfers that moved. */
export function moveTransfers(
  ctx: Context,
  tx: Transaction,
  transfersToMove: Transfers,
): Promise<TransferRow[]> {
  return moveRows(ctx, tx, {
    subject: "transfer",
    table: transfers,
    moves: TRANSFER_MOVES,
    ...transfersToMove,
  })
}

/**
 * Schedules transfers. An order has at most one due or sent transfer for its seller and one for its courier: an
 * existing one is not changed.
 */
export async function createTransfers(
  ctx: Context,
  tx: Transaction,
  due: readonly Omit<typeof transfers.$inferInsert, "id" | "status">[],
): Promise<void> {
  requireMover(TRANSFER_MOVES.schedule, ctx.actor.role, "schedule")
  if (due.length === 0) return
  const { to } = TRANSFER_MOVES.schedule
  const made = await tx
    .insert(transfers)
    .values(due.map((transfer) => ({ ...transfer, status: to })))
    .onConflictDoNothing()
    .returning({ id: transfers.id })
  const steps = made.map(({ id }) => ({ id, move: "schedule", from: null, to }))
  await recordMoves(ctx, tx, "transfer", steps)
}

type ReversalRow = typeof transferReversals.$inferSelect

type Reversals = {
  move: Exclude<ReversalMove, "request">
  where: SQL | undefined
  set?: Omit<PgUpdateSetSource<typeof transferReversals>, "status">
}

/** Applies one move to each of these reversals whose status allows it. Returns the reversals that moved. */
export function moveReversals(
  ctx: Context,
  tx: Transaction,
  reversalsToMove: Reversals,
): Promise<ReversalRow[]> {
  return moveRows(ctx, tx, {
    subject: "reversal",
    table: transferReversals,
    moves: REVERSAL_MOVES,
    ...reversalsToMove,
  })
}

/** Requests the reversal of a transfer, in whole or in part. */
export async function createReversal(
  ctx: Context,
  tx: Transaction,
  reversal: Omit<typeof transferReversals.$inferInsert, "id" | "status">,
): Promise<void> {
  requireMover(REVERSAL_MOVES.request, ctx.actor.role, "request")
  const { to } = REVERSAL_MOVES.request
  const [made] = await tx
    .insert(transferReversals)
    .values({ ...reversal, status: to })
    .returning({ id: transferReversals.id })
  if (!made) throw new Error("A reversal was not written.")
  await recordMoves(ctx, tx, "reversal", [{ id: made.id, move: "request", from: null, to }])
}
