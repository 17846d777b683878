import { CHECKOUT_MOVES, type CheckoutStatus } from "#core/checkout/checkout-moves.ts"
import type { StatusMove } from "#core/history/moves.ts"
import { type Move, ORDER_MOVES } from "#core/orders/moves.ts"
import type { Rule } from "./rule.ts"

const named = (status: string | null) => status ?? "(none)"
const steps = ({ from, to }: Pick<Move, "from" | "to">) =>
  from.map((before) => `${named(before)} → ${named(to)}`)

const ALLOWED: Record<string, ReadonlySet<string>> = {
  orders: new Set([
    "(new) → (none)",
    "(new) → pending",
    ...(Object.values(ORDER_MOVES) as Move[]).flatMap(steps),
  ]),
  checkouts: new Set(
    (Object.values(CHECKOUT_MOVES) as StatusMove<CheckoutStatus>[]).flatMap(({ from, to }) =>
      from.map((before) => `${before ?? "(new)"} → ${to}`),
    ),
  ),
}

/** Every order and checkout reached its status by allowed moves, one after the other. */
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
