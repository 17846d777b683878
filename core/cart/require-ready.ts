import { DomainError, type ErrorCode } from "#core/errors.ts"
import type { CartMarket, MarketProblem } from "./cart-market.ts"
import type { LineProblem } from "./line-problem.ts"

const PROBLEM_CODES = {
  market_closed: "market_closed",
  retired: "no_inventory",
  sold_out: "no_inventory",
  held: "no_inventory",
  fewer_left: "no_inventory",
  price_changed: "cart_changed",
} as const satisfies Record<LineProblem["kind"], ErrorCode>

const MARKET_CODES = {
  window_full: "window_full",
  window_gone: "cart_changed",
  no_delivery: "not_deliverable",
  below_minimum: "invalid",
} as const satisfies Record<MarketProblem["kind"], ErrorCode>

type Cart = {
  readonly lines: readonly { id: string; available: number; problem: LineProblem | null }[]
  readonly markets: readonly CartMarket[]
  readonly limit: string | null
}

/**
 * Throws what stands between a cart and its checkout: `invalid` for an empty one and for more than one checkout takes,
 * and for a line's problem the code of its kind, with `details.lineId`, and for a market's, with `details.marketId`.
 */
export function requireReady(cart: Cart): void {
  if (cart.lines.length === 0)
    throw new DomainError("invalid", "There are no items on your shopping cart", "cart")
  if (cart.limit) throw new DomainError("invalid", cart.limit, "cart")
  const blocked = cart.lines.find((line) => line.problem?.blocks)
  if (!blocked) requireMarkets(cart.markets)
  const troubled = blocked ?? cart.lines.find((line) => line.problem)
  if (!troubled?.problem) return
  const { kind, message, blocks } = troubled.problem
  throw new DomainError(
    PROBLEM_CODES[kind],
    blocks ? message : `${message} Review your cart and proceed if that's all right.`,
    "cart",
    { lineId: troubled.id, kind, left: troubled.available },
  )
}

function requireMarkets(markets: readonly CartMarket[]): void {
  for (const { id, problem } of markets)
    if (problem)
      throw new DomainError(MARKET_CODES[problem.kind], problem.message, "cart", {
        marketId: id,
        kind: problem.kind,
      })
}
