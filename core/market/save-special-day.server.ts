import { and, eq, lt } from "drizzle-orm"
import type { Span } from "#core/calendar/calendar.ts"
import { addDays, clockAt, type LocalDate } from "#core/calendar/zoned-time.ts"
import type { SellerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import type { Transaction } from "#db/client.ts"
import { marketDates } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { changeHours } from "./calendar-queries.server.ts"

/** A year and a day: next year's holiday can be said on this one. */
const HORIZON_DAYS = 366

/**
 * Gives one day of the seller's own market hours of its own; none: closed. Answers how many open orders have a window
 * outside of the hours now; they keep it. Throws `invalid` for a day that is over or more than a year away, `not_found`.
 */
export function saveSpecialDay(
  ctx: SellerContext,
  { date, spans, note }: { date: LocalDate; spans: readonly Span[]; note: string | null },
): Promise<number> {
  return transaction(ctx.db, (tx) =>
    changeHours(ctx, tx, async (marketId, { timeZone }) => {
      const today = clockAt(ctx.now(), timeZone).date
      if (date < today)
        throw new DomainError("invalid", "This day is over. Choose today or a day to come.", "date")
      if (date > addDays(today, HORIZON_DAYS))
        throw new DomainError("invalid", "Choose a day within a year.", "date")
      await forgetPast(tx, marketId, today)
      await tx
        .insert(marketDates)
        .values({ marketId, date, spans, note })
        .onConflictDoUpdate({ target: [marketDates.marketId, marketDates.date], set: { spans, note } })
    }),
  )
}

/** The day is like its weekday again; nothing happens where it is already. Answers and throws as `saveSpecialDay`. */
export function removeSpecialDay(ctx: SellerContext, date: LocalDate): Promise<number> {
  return transaction(ctx.db, (tx) =>
    changeHours(ctx, tx, async (marketId) => {
      await tx.delete(marketDates).where(and(eq(marketDates.marketId, marketId), eq(marketDates.date, date)))
    }),
  )
}

/** Yesterday may still be open, past midnight; days before it matter to nobody. */
async function forgetPast(tx: Transaction, marketId: string, today: LocalDate) {
  await tx
    .delete(marketDates)
    .where(and(eq(marketDates.marketId, marketId), lt(marketDates.date, addDays(today, -1))))
}
