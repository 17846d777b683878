import { eq } from "drizzle-orm"
import { hoursTexts, type Span } from "#core/calendar/calendar.ts"
import type { SellerContext } from "#core/context.ts"
import { markets } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { changeHours, writeCalendar } from "./calendar-queries.server.ts"

/**
 * Sets the hours of these weekdays (0 is Monday) of the seller's own market and leaves the others; updates the
 * specification's three texts. Returns how many open orders now have a window outside the hours; they keep it. Throws
 * `not_found`.
 */
export function saveWeekHours(
  ctx: SellerContext,
  { days, spans }: { days: readonly number[]; spans: readonly Span[] },
): Promise<number> {
  return transaction(ctx.db, (tx) =>
    changeHours(ctx, tx, async (marketId, { calendar }) => {
      const week = calendar.week.map((before, day) => (days.includes(day) ? spans : before))
      await writeCalendar(ctx, tx, marketId, { week })
      await tx
        .update(markets)
        .set({ ...hoursTexts(week), updatedAt: ctx.now() })
        .where(eq(markets.id, marketId))
    }),
  )
}
