import { and, asc, eq, inArray, type SQL } from "drizzle-orm"
import type { PgUpdateSetSource } from "drizzle-orm/pg-core"
import type { Context } from "#core/context.ts"
import { requireMover, startsOf } from "#core/history/moves.ts"
import { recordMoves } from "#core/history/record-moves.server.ts"
import type { Transaction } from "#db/client.ts"
import { transferReversals, transfers } from "#db/schema/index.ts"
import { REVERSAL_MOVES, type ReversalMove, TRANSFER_MOVES, type TransferMove } from "./transfer.ts"

type Transfers = {
  move: Exclude<TransferMove, "schedule">
  where: SQL | undefined
  set?: Omit<PgUpdateSetSource<typeof transfers>, "status">
}

/**
 * Makes one move of the table with each of these transfers that is where the move starts, and writes it into their
 * history. Returns those that moved.
 */
export async function moveTransfers(
  ctx: Context,
  tx: Transaction,
  { move, where, set = {} }: Transfers,
): Promise<{ id: string }[]> {
  requireMover(TRANSFER_MOVES[move], ctx.actor.role, move)
  const { to } = TRANSFER_MOVES[move]
  const before = tx
    .select({ id: transfers.id, status: transfers.status })
    .from(transfers)
    .where(and(where, inArray(transfers.status, startsOf(TRANSFER_MOVES[move]))))
    .orderBy(asc(transfers.id))
    .for("no key update")
    .as("before")
  const moved = await tx
    .update(transfers)
    .set({ ...set, status: to })
    .from(before)
    .where(eq(transfers.id, before.id))
    .returning({ id: transfers.id, from: before.status })
  const steps = moved.map(({ id, from }) => ({ id, move, from, to }))
  await recordMoves(ctx, tx, "transfer", steps)
  return moved
}

/**
 * Schedules transfers. Of an order and its seller, or courier, there is one at a time: where one is due or sent, it stays
 * as it is.
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

type Reversals = {
  move: Exclude<ReversalMove, "request">
  where: SQL | undefined
  set?: Omit<PgUpdateSetSource<typeof transferReversals>, "status">
}

/**
 * Makes one move of the table with each of these reversals that is where the move starts, and writes it into their
 * history. Returns those that moved.
 */
export async function moveReversals(
  ctx: Context,
  tx: Transaction,
  { move, where, set = {} }: Reversals,
): Promise<Pick<typeof transferReversals.$inferSelect, "id" | "amountCents">[]> {
  requireMover(REVERSAL_MOVES[move], ctx.actor.role, move)
  const { to } = REVERSAL_MOVES[move]
  const before = tx
    .select({ id: transferReversals.id, status: transferReversals.status })
    .from(transferReversals)
    .where(and(where, inArray(transferReversals.status, startsOf(REVERSAL_MOVES[move]))))
    .orderBy(asc(transferReversals.id))
    .for("no key update")
    .as("before")
  const moved = await tx
    .update(transferReversals)
    .set({ ...set, status: to })
    .from(before)
    .where(eq(transferReversals.id, before.id))
    .returning({
      id: transferReversals.id,
      amountCents: transferReversals.amountCents,
      from: before.status,
    })
  const steps = moved.map(({ id, from }) => ({ id, move, from, to }))
  await recordMoves(ctx, tx, "reversal", steps)
  return moved
}

/** Requests that a transfer, or a part of it, is taken back. */
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
