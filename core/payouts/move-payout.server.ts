import { and, asc, eq, inArray, type SQL } from "drizzle-orm"
import type { PgUpdateSetSource } from "drizzle-orm/pg-core"
import type { Context } from "#core/context.ts"
import { requireMover, startsOf } from "#core/history/moves.ts"
import { recordMoves } from "#core/history/record-moves.server.ts"
import type { Transaction } from "#db/client.ts"
import { payouts } from "#db/schema/index.ts"
import { PAYOUT_MOVES, type PayoutMove } from "./payout.ts"

type Payouts = {
  move: Exclude<PayoutMove, "request">
  where: SQL | undefined
  set?: Omit<PgUpdateSetSource<typeof payouts>, "status">
}

/**
 * Makes one move of the table with each of these payouts that is where the move starts, and writes it into their history.
 * Returns those that moved.
 */
export async function movePayouts(
  ctx: Context,
  tx: Transaction,
  { move, where, set = {} }: Payouts,
): Promise<Pick<typeof payouts.$inferSelect, "id" | "userId" | "role" | "amountCents">[]> {
  requireMover(PAYOUT_MOVES[move], ctx.actor.role, move)
  const { to } = PAYOUT_MOVES[move]
  const before = tx
    .select({ id: payouts.id, status: payouts.status })
    .from(payouts)
    .where(and(where, inArray(payouts.status, startsOf(PAYOUT_MOVES[move]))))
    .orderBy(asc(payouts.id))
    .for("no key update")
    .as("before")
  const moved = await tx
    .update(payouts)
    .set({ ...set, status: to, updatedAt: ctx.now() })
    .from(before)
    .where(eq(payouts.id, before.id))
    .returning({
      id: payouts.id,
      userId: payouts.userId,
      role: payouts.role,
      amountCents: payouts.amountCents,
      from: before.status,
    })
  const steps = moved.map(({ id, from }) => ({ id, move, from, to }))
  await recordMoves(ctx, tx, "payout", steps)
  return moved
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
