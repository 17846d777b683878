import { z } from "zod"
import { type Span, timeValue, WEEKDAYS } from "#core/calendar/calendar.ts"
import { openStateText } from "#core/calendar/calendar-text.ts"
import { pauseAt, takesOrders } from "#core/calendar/open-state.ts"
import type { MarketWindow } from "#core/calendar/windows.ts"
import { clockAt } from "#core/calendar/zoned-time.ts"
import {
  type MarketCalendarView,
  viewMarketCalendar,
  viewMarketWindows,
} from "#core/catalog/view-market-calendar.server.ts"
import { dollars, EXAMPLE_ID, idParams, inDollars, maybe, text, time } from "../fields.ts"
import { type Operation, operation } from "../operation.ts"
import { toWindow, windowAnswer } from "../windows.ts"

const read = {
  method: "get",
  tag: "Markets and products",
  roles: ["customer", "seller", "admin"],
  ours: true,
  params: idParams("market"),
} as const

const date = text.meta({ description: "A day in the market's time zone.", examples: ["2026-11-26"] })
const clock = text.meta({
  description: "A time of day in the market's time zone, from 00:00 to 24:00.",
  examples: ["08:00"],
})
const spans = z.array(z.object({ opens: clock, closes: clock })).meta({
  description: "Empty if closed. Hours that close before they open run past midnight.",
})

const calendarAnswer = z
  .object({
    market_id: text,
    time_zone: text.meta({ examples: ["America/New_York"] }),
    state: z.enum(["open", "closed", "paused"]),
    text: text.meta({ description: "`state` as a sentence for people.", examples: ["Open until 7 pm"] }),
    takes_orders: z
      .boolean()
      .meta({ description: "Whether the market takes orders: it is open, or opens within seven days." }),
    open_until: maybe(time).meta({
      description:
        "When an open market closes; null if that is more than seven days away, or if it is not open.",
    }),
    opens_at: maybe(time).meta({
      description: "When a closed market opens; null if no opening is known, or if it is not closed.",
    }),
    pause: maybe(
      z.object({
        until: maybe(date).meta({
          description: "The first day on which the market takes orders again; null if not set.",
        }),
        reason: maybe(text),
      }),
    ).meta({ description: "Null if the market is not paused." }),
    week: z.array(z.object({ day: z.enum(WEEKDAYS), hours: spans })),
    special_days: z
      .array(z.object({ date, hours: spans }))
      .meta({ description: "Today and later days whose hours differ from the week's." }),
    prep_minutes: z.int().meta({ description: "Minutes until an order is ready." }),
    delivers: z.boolean(),
    delivery_radius_miles: z.int(),
    pickup_minimum: dollars.meta({ description: "The minimum for a pickup order, in US dollars." }),
    delivery_minimum: dollars.meta({ description: "The minimum for a delivery order, in US dollars." }),
  })
  .meta({
    id: "MarketCalendar",
    description: "A market's opening hours and its rules for orders.",
    examples: [
      {
        market_id: EXAMPLE_ID,
        time_zone: "America/New_York",
        state: "open",
        text: "Open until 7 pm",
        takes_orders: true,
        open_until: "2026-03-06T00:00:00.000Z",
        opens_at: null,
        pause: null,
        week: [{ day: "Monday", hours: [{ opens: "08:00", closes: "19:00" }] }],
        special_days: [{ date: "2026-11-26", hours: [] }],
        prep_minutes: 60,
        delivers: true,
        delivery_radius_miles: 25,
        pickup_minimum: 0,
        delivery_minimum: 20,
      },
    ],
  })

const offered = z.array(
  windowAnswer
    .extend({
      full: z.boolean().meta({ description: "True if other customers have taken all of its slots." }),
    })
    .meta({ id: "OfferedWindow", description: "A window that can be chosen unless it is full." }),
)

/** When markets are open, and the times that customers can choose, without the markets' products. */
export const marketCalendarOperations: Operation[] = [
  operation({
    ...read,
    path: "/market/getCalendar/{id}",
    summary: "A market's opening hours and its rules for orders",
    description:
      "Customers can read it for every market that sells now, sellers for their own, admins for any. Contains no products.",
    answer: calendarAnswer,
    page: "/market-info",
    command: "viewMarketCalendar (openState)",
    handle: async ({ ctx, params }) => toCalendarAnswer(await viewMarketCalendar(ctx, params.id)),
  }),
  operation({
    ...read,
    path: "/market/getWindows/{id}",
    summary: "The windows that a market offers within seven days, for pickup and for delivery",
    answer: z.object({ pickup: offered, delivery: offered }).meta({
      id: "MarketWindows",
      description:
        "One hour each for pickup, two hours each for delivery; none if the market takes no orders.",
      examples: [
        {
          pickup: [
            { starts_at: "2026-03-05T15:00:00.000Z", ends_at: "2026-03-05T16:00:00.000Z", full: false },
          ],
          delivery: [
            { starts_at: "2026-03-05T15:00:00.000Z", ends_at: "2026-03-05T17:00:00.000Z", full: true },
          ],
        },
      ],
    }),
    page: "/shopping-cart",
    command: "viewMarketWindows (listWindows)",
    async handle({ ctx, params }) {
      const { pickup, delivery } = await viewMarketWindows(ctx, params.id)
      return { pickup: pickup.map(toOffered), delivery: delivery.map(toOffered) }
    },
  }),
]

const toOffered = (window: MarketWindow) => ({ ...toWindow(window), full: window.isFull })

function toCalendarAnswer({ id, now, state, calendar, taking, timeZone }: MarketCalendarView) {
  const today = clockAt(now, timeZone).date
  return {
    market_id: id,
    time_zone: timeZone,
    state: state.state,
    text: openStateText(state, now, timeZone),
    takes_orders: takesOrders(state, now),
    open_until: state.state === "open" ? (state.until?.toISOString() ?? null) : null,
    opens_at: state.state === "closed" ? (state.opens?.toISOString() ?? null) : null,
    pause: pauseAt(calendar, now, timeZone),
    week: WEEKDAYS.map((day, at) => ({ day, hours: toHours(calendar.week[at] ?? []) })),
    special_days: Object.entries(calendar.dates)
      .filter(([date]) => date >= today)
      .map(([date, hours]) => ({ date, hours: toHours(hours) })),
    prep_minutes: calendar.prepMinutes,
    delivers: taking.offersDelivery,
    delivery_radius_miles: taking.deliveryRadiusMiles,
    pickup_minimum: inDollars(taking.pickupMinimumCents),
    delivery_minimum: inDollars(taking.deliveryMinimumCents),
  }
}

const toHours = (spans: readonly Span[]) =>
  spans.map(({ opens, closes }) => ({ opens: timeValue(opens), closes: timeValue(closes) }))
