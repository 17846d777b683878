import { asc, inArray } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import type { Executor, Transaction } from "#db/client.ts"
import { history } from "#db/schema/index.ts"
import type { HistoryStep, HistorySubject, RecordedMove } from "./history.ts"

const COLUMN = {
  order: "orderId",
  checkout: "checkoutId",
  refund: "refundId",
  transfer: "transferId",
  reversal: "reversalId",
  payout: "payoutId",
  replacement: "replacementId",
} as const satisfies Record<HistorySubject, keyof typeof history>

/**
 * Records that the actor made these moves now, in the order given, with one statement. Call it in the transaction that
 * made the moves and holds the row locks, for every move of a row.
 */
export async function recordMoves(
  ctx: Pick<Context, "actor" | "now">,
  tx: Transaction,
  subject: HistorySubject,
  moves: readonly RecordedMove[],
): Promise<void> {
  if (moves.length === 0) return
  const { actor } = ctx
  if (actor.role === "anonymous") throw new Error(`Nobody is signed in to move a ${subject}.`)
  const by = {
    actorRole: actor.role,
    actorId: "userId" in actor ? actor.userId : null,
    at: ctx.now(),
  }
  await tx.insert(history).values(
    moves.map(({ id, move, from, to }) => ({
      ...by,
      [COLUMN[subject]]: id,
      move,
      fromStatus: from,
      toStatus: to,
    })),
  )
}

/** Returns the steps of these orders, checkouts, refunds, transfers, reversals, payouts or offers by id, first step first. */
export async function stepsOf(
  db: Executor,
  subject: HistorySubject,
  ids: readonly string[],
): Promise<(id: string) => HistoryStep[]> {
  const column = history[COLUMN[subject]]
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({
            subjectId: column,
            move: history.move,
            from: history.fromStatus,
            to: history.toStatus,
            actorRole: history.actorRole,
            actorId: history.actorId,
            at: history.at,
          })
          .from(history)
          .where(inArray(column, [...ids]))
          .orderBy(asc(history.id))
  return (id) => rows.filter(({ subjectId }) => subjectId === id).map(({ subjectId: _same, ...step }) => step)
}
