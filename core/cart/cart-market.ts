import { openStateText, readyOnceOpenText, windowText } from "#core/calendar/calendar-text.ts"
import { type OpenState, takesOrders } from "#core/calendar/open-state.ts"
import { type MarketCalendar, placesIn } from "#core/calendar/taking-orders.ts"
import { findWindow, WINDOW_HOURS } from "#core/calendar/windows.ts"
import { HOUR_MS } from "#core/durations.ts"
import { DomainError, type ErrorCode } from "#core/errors.ts"
import { add, type Cents, formatMoney, subtract, ZERO } from "#core/money.ts"
import type { OrderNote } from "#core/orders/order-note.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import { isBuyable, type LineProblem } from "./cart.ts"

/** A requirement of a market that its part of the cart does not meet. Every kind blocks checkout. */
export type MarketProblem = {
  readonly kind: "window_full" | "window_gone" | "no_delivery" | "below_minimum"
  /** What is wrong and what to do, in the customer's words. */
  readonly message: string
}

/** One market's part of a cart: when and how the customer wants it, and what blocks checkout. */
export type CartMarket = OrderNote & {
  id: string
  name: string
  /** Its own, or the cart's choice; null before that is made. */
  fulfilment: Fulfilment | null
  timeZone: string
  /** "Open until 7 pm" */
  openText: string
  /** Why nothing from this market can be bought now, as a sentence; null if it can be bought. */
  closedText: string | null
  /** The market's minimum for a delivery or a pickup, as chosen; zero for none. */
  minimumCents: Cents
  /**
   * "Ready for pickup from Mon, Nov 30, 10 am", for as-soon-as-possible orders of a closed market; null if it is open.
   */
  readyText: string | null
  /** Null for as soon as possible. */
  window: { startsAt: Date; endsAt: Date } | null
  windowText: string | null
  problem: MarketProblem | null
}

type CartMarketFacts = {
  market: { id: string; name: string }
  calendar: MarketCalendar
  state: OpenState
  lines: readonly { lineCents: Cents; problem: LineProblem | null }[]
  fulfilment: Fulfilment | null
  chosen: ChosenWindow
  asked: OrderNote
  closedText: string | null
}

/**
 * The chosen window's start, its number of taken slots, and the start of the window that the customer's live checkout
 * holds.
 */
export type ChosenWindow = { startsAt: Date | null; taken: number; heldStartsAt: Date | null }

/** One market's part of a cart at an instant. */
export function cartMarket(facts: CartMarketFacts, now: Date): CartMarket {
  const { market, fulfilment, chosen, state, asked, closedText } = facts
  const { timeZone } = facts.calendar
  const { startsAt } = chosen
  const window =
    startsAt && fulfilment
      ? { startsAt, endsAt: new Date(startsAt.getTime() + WINDOW_HOURS[fulfilment] * HOUR_MS) }
      : null
  return {
    id: market.id,
    name: market.name,
    fulfilment,
    timeZone,
    openText: openStateText(state, now, timeZone),
    closedText,
    minimumCents: minimumOf(facts),
    readyText: fulfilment && readyOnceOpenText(fulfilment, facts.calendar, now),
    window,
    windowText: window && windowText(window, now, timeZone),
    ...asked,
    problem: fulfilment && problemOf({ ...facts, fulfilment }, now),
  }
}

function minimumOf({ calendar: { taking }, fulfilment }: CartMarketFacts): Cents {
  if (!fulfilment) return ZERO
  return fulfilment === "delivery" ? taking.deliveryMinimumCents : taking.pickupMinimumCents
}

type Decided = CartMarketFacts & { fulfilment: Fulfilment }

function problemOf(facts: Decided, now: Date): MarketProblem | null {
  const { market, fulfilment } = facts
  const { taking } = facts.calendar
  if (fulfilment === "delivery" && !taking.offersDelivery)
    return { kind: "no_delivery", message: noDeliveryText(market.name) }
  const lines = facts.lines.filter(isBuyable)
  const itemsCents = add(ZERO, ...lines.map(({ lineCents }) => lineCents))
  const minimumCents = minimumOf(facts)
  // If nothing can be bought, the lines show the reason.
  if (lines.length > 0 && itemsCents < minimumCents)
    return {
      kind: "below_minimum",
      message: `${market.name} takes ${fulfilment} orders from ${formatMoney(minimumCents)}. Add ${formatMoney(subtract(minimumCents, itemsCents))} more from this market to continue.`,
    }
  // If the market takes no orders, the lines show the reason.
  return takesOrders(facts.state, now) ? windowProblem(facts, now) : null
}

/**
 * A window that the customer's own checkout holds a slot in is not a problem, even if it is full or no longer offered.
 */
function windowProblem(facts: Decided, now: Date): MarketProblem | null {
  const { market, fulfilment, chosen } = facts
  const { calendar, taking, timeZone } = facts.calendar
  const { startsAt, taken, heldStartsAt } = chosen
  if (!startsAt || startsAt.getTime() === heldStartsAt?.getTime()) return null
  const window = findWindow(calendar, fulfilment, startsAt, { now, timeZone })
  if (!window)
    return {
      kind: "window_gone",
      message: `The time you chose at ${market.name} is no longer offered for ${fulfilment}. Choose another one to continue.`,
    }
  const limit = placesIn(taking, fulfilment)
  if (limit !== null && taken >= limit)
    return { kind: "window_full", message: fullText(market.name, windowText(window, now, timeZone)) }
  return null
}

export const noDeliveryText = (marketName: string): string =>
  `${marketName} doesn't deliver. Choose Pick up to continue.`

/** The message for a customer whose window has become full. */
export const fullText = (marketName: string, window: string): string =>
  `${window} at ${marketName} is full now. Choose another time to continue.`

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
 * Throws the first problem that blocks checkout: `invalid` for an empty cart and for one above the limits of a
 * checkout; for a line's problem, the code of its kind, with `details.lineId`; for a market's, with `details.marketId`.
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
