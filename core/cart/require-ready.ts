import { DomainError, type ErrorCode } from "#core/errors.ts"
import type { LineProblem } from "./line-problem.ts"

const PROBLEM_CODES = {
  market_closed: "market_closed",
  retired: "no_inventory",
  sold_out: "no_inventory",
  fewer_left: "no_inventory",
  price_changed: "cart_changed",
} as const satisfies Record<LineProblem["kind"], ErrorCode>

type Cart = {
  readonly lines: readonly { id: string; available: number; problem: LineProblem | null }[]
  readonly limit: string | null
}

/**
 * Throws what stands between a cart and its checkout: `invalid` for an empty one and for more than one checkout takes,
 * and for a line's problem the code of its kind, with `details.lineId`.
 */
export function requireReady(cart: Cart): void {
  if (cart.lines.length === 0)
    throw new DomainError("invalid", "There are no items on your shopping cart", "cart")
  if (cart.limit) throw new DomainError("invalid", cart.limit, "cart")
  const troubled = cart.lines.find((line) => line.problem?.blocks) ?? cart.lines.find((line) => line.problem)
  if (!troubled?.problem) return
  const { kind, message, blocks } = troubled.problem
  throw new DomainError(
    PROBLEM_CODES[kind],
    blocks ? message : `${message} Review your cart and proceed if that's all right.`,
    "cart",
    { lineId: troubled.id, kind, left: troubled.available },
  )
}
