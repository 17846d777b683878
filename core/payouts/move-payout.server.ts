import type { SQL } from "drizzle-orm"
import type { PgUpdateSetSource } from "drizzle-orm/pg-core"
import type { Context } from "#core/context.ts"
import { moveRows } from "#core/history/move-rows.server.ts"
import { requireMover } from "#core/history/moves.ts"
import { recordMoves } from "#core/history/record-moves.server.ts"
import type { Transaction } from "#db/client.ts"
import { payouts } from "#db/schema/index.ts"
import { PAYOUT_MOVES, type PayoutMove } from "./payout.ts"

type PayoutRow = typeof payouts.$inferSelect

type Payouts = {
  move: Exclude<PayoutMove, "request">
  where: SQL | undefined
  set?: Omit<PgUpdateSetSource<typeof payouts>, "status">
}

/** Applies one move to each of these payouts whose status allows it. Returns the payouts that moved. */
export function movePayouts(
  ctx: Context,
  tx: Transaction,
  { set, ...payoutsToMove }: Payouts,
): Promise<PayoutRow[]> {
  return moveRows(ctx, tx, {
    subject: "payout",
    table: payouts,
    moves: PAYOUT_MOVES,
    ...payoutsToMove,
    set: { ...set, updatedAt: ctx.now() },
  })
}

/** Returns the new payout's id. */
export async function createPayout(
  ctx: Context,
  tx: Transaction,
  payout: Pick<typeof payouts.$inferInsert, "userId" | "role" | "amountCents">,
): Promise<string> {
  requireMover(PAYOUT_MOVES.request, ctx.actor.role, "request")
  const { to } = PAYOUT_MOVES.request
  const now = ctx.now()
  const [made] = await tx
    .insert(payouts)
    .values({ ...payout, status: to, createdAt: now, updatedAt: now })
    .returning({ id: payouts.id })
  if (!made) throw new Error("A payout was not written.")
  await recordMoves(ctx, tx, "payout", [{ id: made.id, move: "request", from: null, to }])
  return made.id
}
