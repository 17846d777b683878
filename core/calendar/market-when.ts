import { dayText, openStateText, takesNoOrdersText, timeText, windowText } from "./calendar-text.ts"
import { openState, takesOrders } from "./open-state.ts"
import type { MarketCalendar } from "./taking-orders.ts"
import type { MarketWindow } from "./windows.ts"

/** A market's opening state and next windows, in words for customers. */
export type MarketWhen = {
  state: "open" | "closed" | "paused"
  /** "Open until 7 pm" */
  openText: string
  /** Why the market takes no orders, as a sentence; null if it takes orders. */
  closedText: string | null
  /** "Order now for Saturday", for a closed market that opens soon. */
  orderFor: string | null
  /** The first window with a free slot, in words; null if there is none. */
  nextPickup: string | null
  nextDelivery: string | null
  /** The next windows, including full ones. */
  pickups: WindowWords[]
  deliveries: WindowWords[]
  delivers: boolean
}

/** "Sat, Nov 28, 9–10 am" */
export type WindowWords = { text: string; isFull: boolean }

/** How many windows customers see before they have a cart to choose one in. */
const NEXT_WINDOWS = 3

type Offered = { pickup: readonly MarketWindow[]; delivery: readonly MarketWindow[] }

/**
 * Describes a market with the windows that it offers at `now`. Words like "Tomorrow" are relative to `readAt`, which
 * differs from `now` in a preview.
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

/** The start of the first window with a free slot, pickup or delivery; null if there is none. */
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
