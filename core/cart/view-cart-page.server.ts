import { dayText, hoursText } from "#core/calendar/calendar-words.ts"
import { listWindows } from "#core/calendar/list-windows.server.ts"
import type { MarketWindow } from "#core/calendar/windows.ts"
import type { CustomerContext } from "#core/context.ts"
import type { Place } from "#core/places/find-place.server.ts"
import type { CartMarket } from "./cart-market.ts"
import { type CartEstimate, estimateCart } from "./estimate.ts"
import { estimatePlace } from "./estimate-place.server.ts"
import { listSaved, type SavedLine } from "./list-saved.server.ts"
import { type CartRead, type CartView, readCart } from "./view-cart.server.ts"

/** The times of one day to choose from. */
export type DayOfTimes = { day: string; times: { startsAt: string; label: string; isFull: boolean }[] }

export type CartPage = {
  cart: CartView
  /** By market. */
  times: Record<string, DayOfTimes[]>
  estimate: CartEstimate
  saved: SavedLine[]
}

/**
 * The cart with the times that each of its markets offers for the cart's delivery choice (none without a choice), what it
 * will probably come to, and what is saved for later.
 */
export async function viewCartPage(ctx: CustomerContext, searched: Place | null): Promise<CartPage> {
  const cart = await readCart(ctx)
  const { fulfilment } = cart.view
  const place = fulfilment === "delivery" ? await estimatePlace(ctx, cart.shipTo, searched) : null
  return {
    cart: cart.view,
    times: await timesOf(ctx, cart),
    estimate: estimateCart(cart.markets, { fulfilment, place, rates: ctx.rates.delivery }),
    saved: await listSaved(ctx),
  }
}

async function timesOf(ctx: CustomerContext, { view, markets }: CartRead): Promise<CartPage["times"]> {
  const { fulfilment } = view
  if (!fulfilment) return {}
  const now = ctx.now()
  const offered = await listWindows(ctx.db, markets, { kind: fulfilment, now })
  const times = view.markets.map((market) => [
    market.id,
    daysOf(withChosen(offered.get(market.id) ?? [], market), now, market.timeZone),
  ])
  return Object.fromEntries(times)
}

/** A window in which their own checkout holds a place is theirs, though it is full or too soon for others. */
function withChosen(windows: MarketWindow[], { window, problem }: CartMarket): MarketWindow[] {
  if (!window || problem) return windows
  const others = windows.filter(({ startsAt }) => startsAt.getTime() !== window.startsAt.getTime())
  return [...others, { ...window, isFull: false }].sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
}

function daysOf(windows: readonly MarketWindow[], now: Date, timeZone: string): DayOfTimes[] {
  const days = new Map<string, DayOfTimes["times"]>()
  for (const { startsAt, endsAt, isFull } of windows) {
    const day = dayText(startsAt, now, timeZone)
    const label = hoursText(startsAt, endsAt, timeZone)
    days.set(day, [...(days.get(day) ?? []), { startsAt: startsAt.toISOString(), label, isFull }])
  }
  return [...days].map(([day, times]) => ({ day, times }))
}
