import { redirect } from "react-router"
import type { z } from "zod"
import { forms } from "#app/forms/form-actions.ts"
import { noInput } from "#app/forms/no-input.ts"
import { flash } from "#app/ui/flash.ts"
import type { SellerContext } from "#core/context.ts"
import {
  deliveryInput,
  pauseInput,
  pickupInput,
  preparationInput,
  removeSpecialDayInput,
  sentSpans,
  specialDayInput,
  usualCourierInput,
  weekHoursInput,
} from "#core/market/calendar-inputs.ts"
import { pauseMarket, resumeMarket } from "#core/market/pause-market.server.ts"
import { removeSpecialDay, saveSpecialDay } from "#core/market/save-special-day.server.ts"
import { saveWeekHours } from "#core/market/save-week-hours.server.ts"
import { updateOrderRules } from "#core/market/update-order-rules.server.ts"
import { specialDayRow, weekdayRow } from "./rows.ts"

export const SAVED = "Saved. Customers see it now."

/** Redirects to the row that the form belongs to, with a message. */
export const backTo = (row: string, text = SAVED) => redirect(`/my-market#${row}`, { headers: flash(text) })

const specialDay = (options: { isNew: boolean }) =>
  [
    specialDayInput,
    async (ctx: SellerContext, sent: z.output<typeof specialDayInput>) => {
      const { date, note } = sent
      const outside = await saveSpecialDay(ctx, { date, note, spans: sentSpans(sent) }, options)
      return backTo(specialDayRow(date), kept(outside))
    },
  ] as const

const saveRules =
  (row: string) => async (ctx: SellerContext, sent: Parameters<typeof updateOrderRules>[1]) => {
    await updateOrderRules(ctx, sent)
    return backTo(row)
  }

/** The calendar's forms. */
export const CALENDAR_FORMS = forms("seller", {
  weekHours: [
    weekHoursInput,
    async (ctx, sent) => {
      const days = [sent.day, ...sent.alsoOn]
      return backTo(weekdayRow(sent.day), kept(await saveWeekHours(ctx, { days, spans: sentSpans(sent) })))
    },
  ],
  newSpecialDay: specialDay({ isNew: true }),
  specialDay: specialDay({ isNew: false }),
  removeSpecialDay: [
    removeSpecialDayInput,
    async (ctx, { date }) => backTo("days-off", kept(await removeSpecialDay(ctx, date))),
  ],
  pause: [
    pauseInput,
    async (ctx, pause) => {
      await pauseMarket(ctx, pause)
      return backTo("pause", "Paused. Customers can browse but can't order.")
    },
  ],
  resume: [
    noInput,
    async (ctx) => {
      await resumeMarket(ctx)
      return backTo("pause", "You're taking orders again.")
    },
  ],
  preparation: [preparationInput, saveRules("preparation")],
  pickup: [pickupInput, saveRules("pickup")],
  delivery: [deliveryInput, saveRules("delivery")],
  courier: [
    usualCourierInput,
    async (ctx, { usualCourier }) => {
      await updateOrderRules(ctx, { hasOwnDeliverer: usualCourier })
      return backTo("courier", "Saved. New orders will use it.")
    },
  ],
})

/** A note that orders keep their times even if the hours have changed. */
function kept(orderCount: number): string {
  if (orderCount === 0) return SAVED
  return orderCount === 1
    ? `${SAVED} 1 order is for a time when you're now closed. Its time hasn't changed.`
    : `${SAVED} ${orderCount} orders are for a time when you're now closed. Their times haven't changed.`
}
