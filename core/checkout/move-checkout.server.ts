import { and, eq, inArray, type SQL, sql } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { requireMover, startsOf } from "#core/history/moves.ts"
import { recordMoves } from "#core/history/record-moves.server.ts"
import type { Transaction } from "#db/client.ts"
import { checkouts } from "#db/schema/index.ts"
import { CHECKOUT_MOVES, type CheckoutMove, type CheckoutStatus } from "./checkout.ts"
import type { CheckoutRow } from "./checkout-queries.server.ts"

/** Facts of the move, as columns or as SQL over them. */
type Facts = { [Column in keyof CheckoutRow]?: CheckoutRow[Column] | SQL }

type CheckoutMoveInput = {
  checkoutId: string
  move: Exclude<CheckoutMove, "start" | "pay">
  facts?: Facts
  /** What else has to hold for it. */
  only?: SQL | undefined
}

/**
 * The one place that changes the status of a checkout, but for its start and `enterPayment`, which does it in the statement
 * that every Pay Now runs. If it still stands where the move starts, the move's facts are set and its step is written into
 * the history. Returns the checkout as it is now; null where somebody else moved it first.
 */
export async function moveCheckout(
  ctx: Pick<Context, "actor" | "now">,
  tx: Transaction,
  { checkoutId, move: name, facts = {}, only }: CheckoutMoveInput,
): Promise<CheckoutRow | null> {
  const move = CHECKOUT_MOVES[name]
  requireMover(move, ctx.actor.role, name)
  const before = tx
    .select({ id: checkouts.id, from: sql<CheckoutStatus>`${checkouts.status}`.as("from_status") })
    .from(checkouts)
    .where(and(eq(checkouts.id, checkoutId), inArray(checkouts.status, startsOf(move)), only))
    .for("no key update")
    .as("before")
  const [moved] = await tx
    .update(checkouts)
    .set({ ...facts, status: move.to, updatedAt: ctx.now() })
    .from(before)
    .where(eq(checkouts.id, before.id))
    .returning({ checkout: checkouts, from: before.from })
  if (!moved) return null
  await recordMoves(ctx, tx, "checkout", [{ id: checkoutId, move: name, from: moved.from, to: move.to }])
  return moved.checkout
}
