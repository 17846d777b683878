import { CHECKOUT_MOVES } from "#core/checkout/checkout.ts"
import type { Moves } from "#core/history/moves.ts"
import { type Move, ORDER_MOVES } from "#core/orders/moves.ts"
import { REPLACEMENT_MOVES } from "#core/orders/replacement.ts"
import { REFUND_MOVES } from "#core/payments/refund-states.ts"
import { PAYOUT_MOVES } from "#core/payouts/payout.ts"
import { REVERSAL_MOVES, TRANSFER_MOVES } from "#core/payouts/transfer.ts"
import type { Rule } from "./rule.ts"

const named = (status: string | null) => status ?? "(none)"
const steps = ({ from, to }: Pick<Move, "from" | "to">) =>
  from.map((before) => `${named(before)} → ${named(to)}`)

/** For a table whose rows always have a status. */
const stepsOfTable = (moves: Moves<string>) =>
  Object.values(moves).flatMap(({ from, to }) => from.map((before) => `${before ?? "(new)"} → ${named(to)}`))

const ALLOWED: Record<string, ReadonlySet<string>> = {
  orders: new Set([
    "(new) → (none)",
    "(new) → pending",
    ...(Object.values(ORDER_MOVES) as Move[]).flatMap(steps),
  ]),
  checkouts: new Set(stepsOfTable(CHECKOUT_MOVES)),
  refunds: new Set(stepsOfTable(REFUND_MOVES)),
  transfers: new Set(stepsOfTable(TRANSFER_MOVES)),
  transfer_reversals: new Set(stepsOfTable(REVERSAL_MOVES)),
  payouts: new Set(stepsOfTable(PAYOUT_MOVES)),
  replacement_offers: new Set(stepsOfTable(REPLACEMENT_MOVES)),
}

/** Every order, checkout, refund, transfer, payout and offer of a replacement reached its status by a series of allowed moves. */
export const followsTheMoves: Rule = async ({ site }) => {
  const moves = await site.rows<{ kind: string; subject: string; before: string; after: string }>(
    "select kind, subject, before, after from simulation.moves order by id",
  )
  const last = new Map<string, string>()
  const faults: string[] = []
  for (const { kind, subject, before, after } of moves) {
    if (!ALLOWED[kind]?.has(`${before} → ${after}`))
      faults.push(`${kind} ${subject} went from ${before} to ${after}, which is no move.`)
    if (before !== (last.get(subject) ?? "(new)"))
      faults.push(`${kind} ${subject} skipped a move before ${after}.`)
    last.set(subject, after)
  }
  return faults
}
