import { dayText, openStateText, takesNoOrdersText, timeText, windowText } from "./calendar-words.ts"
import { openState, takesOrders } from "./open-state.ts"
import type { MarketCalendar } from "./taking-orders.ts"
import type { MarketWindow } from "./windows.ts"

/** What customers read of when a market is open and what it takes orders for. */
export type MarketWhen = {
  state: "open" | "closed" | "paused"
  /** "Open until 7 pm" */
  openText: string
  /** Why it takes no orders, as a sentence; null where it does. */
  closedText: string | null
  /** "Order now for Saturday": of a closed market that opens soon. */
  orderFor: string | null
  /** The first window with a place, in words; null where there is none. */
  nextPickup: string | null
  nextDelivery: string | null
  /** The next windows, full ones too. */
  pickups: WindowWords[]
  deliveries: WindowWords[]
  delivers: boolean
}

/** "Sat, Nov 28, 9–10 am" */
export type WindowWords = { text: string; isFull: boolean }

/** Of so many windows a customer reads before there is a cart to choose one in. */
const NEXT_WINDOWS = 3

type Offered = { pickup: readonly MarketWindow[]; delivery: readonly MarketWindow[] }

/**
 * The line for a market with these windows on offer at `now`. Words like "Tomorrow" count from the moment at which they
 * are read, which differs from `now` in a preview.
 */
export function marketWhen(
  market: { name: string; calendar: MarketCalendar },
  offered: Offered,
  now: Date,
  readAt = now,
): MarketWhen {
  const { calendar, timeZone } = market.calendar
  const state = openState(calendar, now, timeZone)
  const first = (windows: readonly MarketWindow[]) => {
    const window = windows.find(({ isFull }) => !isFull)
    return window ? windowText(window, readAt, timeZone) : null
  }
  const next = (windows: readonly MarketWindow[]) =>
    windows
      .slice(0, NEXT_WINDOWS)
      .map((window) => ({ text: windowText(window, readAt, timeZone), isFull: window.isFull }))
  return {
    state: state.state,
    openText: openStateText(state, readAt, timeZone),
    closedText: takesNoOrdersText(market.name, state, now, timeZone),
    orderFor:
      state.state === "closed" && state.opens && takesOrders(state, now)
        ? orderForText(firstTime(offered) ?? state.opens, readAt, timeZone)
        : null,
    nextPickup: first(offered.pickup),
    nextDelivery: first(offered.delivery),
    pickups: next(offered.pickup),
    deliveries: next(offered.delivery),
    delivers: market.calendar.taking.offersDelivery,
  }
}

/** The beginning of the first window that has a place, whichever way; null where there is none. */
function firstTime({ pickup, delivery }: Offered): Date | null {
  const free = [...pickup, ...delivery].filter(({ isFull }) => !isFull)
  return free.map(({ startsAt }) => startsAt).sort((a, b) => a.getTime() - b.getTime())[0] ?? null
}

function orderForText(from: Date, now: Date, timeZone: string): string {
  const day = dayText(from, now, timeZone)
  return day === "Today"
    ? `Order now for ${timeText(from, timeZone)}`
    : `Order now for ${day === "Tomorrow" ? "tomorrow" : weekdayText(from, timeZone)}`
}

const weekdayText = (instant: Date, timeZone: string) =>
  new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone }).format(instant)
