import { and, eq, type SQL } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { moveRows } from "#core/history/move-rows.server.ts"
import type { Transaction } from "#db/client.ts"
import { checkouts } from "#db/schema/index.ts"
import { CHECKOUT_MOVES, type CheckoutMove } from "./checkout.ts"
import type { CheckoutRow } from "./checkout-queries.server.ts"

/** Columns that change with the move, as values or SQL. */
type Facts = { [Column in keyof CheckoutRow]?: CheckoutRow[Column] | SQL }

type CheckoutMoveInput = {
  checkoutId: string
  move: Exclude<CheckoutMove, "start" | "pay">
  facts?: Facts
  /** An additional condition of the move. */
  only?: SQL | undefined
}

/**
 * The one place that changes the status of a checkout, except for its start and `enterPayment`, which does it in the
 * statement that every Pay Now runs. If the checkout is still in a status from which the move starts, sets the facts
 * and writes the step to the history. Returns the updated checkout; null if another command moved it first.
 */
export async function moveCheckout(
  ctx: Pick<Context, "actor" | "now">,
  tx: Transaction,
  { checkoutId, move, facts, only }: CheckoutMoveInput,
): Promise<CheckoutRow | null> {
  const [moved] = await moveRows(ctx, tx, {
    subject: "checkout",
    table: checkouts,
    moves: CHECKOUT_MOVES,
    move,
    where: and(eq(checkouts.id, checkoutId), only),
    set: { ...facts, updatedAt: ctx.now() },
  })
  return moved ?? null
}
