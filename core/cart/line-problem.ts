import { type Cents, formatMoney } from "#core/money.ts"

/** What stands between a cart line and checkout. Only a changed price does not block: it is told and accepted. */
export type LineProblem = {
  readonly kind: "market_closed" | "retired" | "sold_out" | "held" | "fewer_left" | "price_changed"
  /** What happened and what to do, as the customer reads it. */
  readonly message: string
  readonly blocks: boolean
}

type LineFacts = {
  productName: string
  marketName: string
  marketSells: boolean
  /** Why the market takes no orders now, as a sentence; null where it does. */
  closedText: string | null
  retired: boolean
  quantity: number
  available: number
  /** Somebody else is paying for some of it just now. */
  isHeld: boolean
  priceCents: Cents
  seenPriceCents: Cents
}

/** The worst thing that happened to a line since it was put in the cart; null when it can be bought as it is. */
export function lineProblem(line: LineFacts): LineProblem | null {
  if (!line.marketSells)
    return blocking(
      "market_closed",
      `${line.marketName} is not selling at the moment. Remove ${line.productName} from the cart to go on.`,
    )
  if (line.closedText)
    return blocking(
      "market_closed",
      `${line.closedText} Remove ${line.productName} from the cart to buy the rest now.`,
    )
  if (line.retired)
    return blocking("retired", `${line.productName} is no longer sold. Remove it from the cart to go on.`)
  if (line.available <= 0 && line.isHeld)
    return blocking(
      "held",
      `Somebody else is paying for the last ${line.productName}. Look again in a few minutes, or remove it from the cart to go on.`,
    )
  if (line.available <= 0)
    return blocking("sold_out", `${line.productName} is sold out. Remove it from the cart to go on.`)
  if (line.available < line.quantity)
    return blocking(
      "fewer_left",
      line.available === 1
        ? `Only 1 of ${line.productName} is left. Choose 1 to go on.`
        : `Only ${line.available} of ${line.productName} are left. Choose ${line.available} or fewer to go on.`,
    )
  if (line.priceCents !== line.seenPriceCents)
    return {
      kind: "price_changed",
      message: `The price of ${line.productName} changed from ${formatMoney(line.seenPriceCents)} to ${formatMoney(line.priceCents)} since you put it in the cart.`,
      blocks: false,
    }
  return null
}

const GONE: readonly LineProblem["kind"][] = ["market_closed", "retired", "sold_out", "held"]

/** Whether any of a line can be bought now. What cannot is part of no sum. */
export const isBuyable = ({ problem }: { problem: LineProblem | null }): boolean =>
  !problem || !GONE.includes(problem.kind)

function blocking(kind: LineProblem["kind"], message: string): LineProblem {
  return { kind, message, blocks: true }
}
