import { expect, it } from "vitest"
import { weekOf } from "../../../core/calendar/calendar.ts"
import { openSpans, readyFrom } from "../../../core/calendar/open-state.ts"
import type { MarketCalendar } from "../../../core/calendar/taking-orders.ts"
import { MINUTE_MS } from "../../../core/durations.ts"
import { SATURDAY_PREP_MINUTES } from "./demo-calendars.ts"
import { placedAt } from "./sale.ts"
import { SATURDAY_MARKET } from "./saturday-market.ts"
import { SATURDAY_PLANS, WINDOWS } from "./saturday-plans.ts"
import { saturdayWindows } from "./saturday-sales.ts"
import { MINUTES_BETWEEN } from "./take-steps.ts"

const timeZone = "America/New_York"
const calendar: MarketCalendar["calendar"] = {
  week: weekOf(SATURDAY_MARKET),
  dates: {},
  pause: null,
  prepMinutes: SATURDAY_PREP_MINUTES,
}
const taking = { offersDelivery: true, pickupPlaces: null, deliveryPlaces: null } as MarketCalendar["taking"]

it("the Saturday's windows are ahead and in opening hours, and its steps in the past, at whatever hour it is made", {
  tags: ["DEMO-108"],
}, () => {
  // Four days around the end of daylight saving time on November 1, at different minutes.
  for (let hour = 0; hour < 4 * 24; hour++) {
    const now = new Date(Date.UTC(2026, 9, 30, hour, (hour * 7) % 60))
    const windows = saturdayWindows({ calendar, timeZone, taking }, now)
    expect(windows).toHaveLength(WINDOWS)
    for (const at of windows) {
      const { value: span } = openSpans(calendar, at, timeZone).next()
      expect(span && span.from <= at, at.toISOString()).toBe(true)
      expect(at.getTime() - now.getTime()).toBeGreaterThanOrEqual(30 * MINUTE_MS)
    }
    for (const plan of SATURDAY_PLANS) {
      const at = placedAt(plan, { calendar, timeZone }, now)
      const endsAt = at.getTime() + plan.steps.length * MINUTES_BETWEEN * MINUTE_MS
      expect(endsAt, `${plan.customer.email} at ${now.toISOString()}`).toBeLessThan(now.getTime())
      expect(windows[plan.window]! >= readyFrom(calendar, at, timeZone)!, now.toISOString()).toBe(true)
    }
  }
})
