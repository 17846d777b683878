import { and, eq, lt } from "drizzle-orm"
import type { Span } from "#core/calendar/calendar.ts"
import { longDate } from "#core/calendar/calendar-text.ts"
import { addDays, clockAt, type LocalDate } from "#core/calendar/zoned-time.ts"
import type { SellerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import type { Transaction } from "#db/client.ts"
import { marketDates } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { changeHours } from "./calendar-queries.server.ts"

/** A year and a day, so that next year's holiday can be entered on this year's. */
const HORIZON_DAYS = 366

type SpecialDay = { date: LocalDate; spans: readonly Span[]; note: string | null }

/**
 * Sets the special hours of one day of the seller's own market; no spans means closed. Returns how many open orders now
 * have a window outside the hours; they keep it. Throws `invalid` for a day that is over or more than a year away, and
 * `not_found`. With `isNew`, also throws `invalid` if the date is already listed with other hours.
 */
export function saveSpecialDay(
  ctx: SellerContext,
  day: SpecialDay,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<number> {
  const { date, spans, note } = day
  return transaction(ctx.db, (tx) =>
    changeHours(ctx, tx, async (marketId, { timeZone }) => {
      const today = clockAt(ctx.now(), timeZone).date
      if (date < today)
        throw new DomainError("invalid", "This day is over. Choose today or a day to come.", "date")
      if (date > addDays(today, HORIZON_DAYS))
        throw new DomainError("invalid", "Choose a day within a year.", "date")
      await forgetPast(tx, marketId, today)
      if (isNew) await requireUnlisted(tx, marketId, day)
      await tx
        .insert(marketDates)
        .values({ marketId, date, spans, note })
        .onConflictDoUpdate({ target: [marketDates.marketId, marketDates.date], set: { spans, note } })
    }),
  )
}

/** Rejects a date that is listed with other hours. A form that is submitted twice finds the same hours and passes. */
async function requireUnlisted(tx: Transaction, marketId: string, day: SpecialDay) {
  const [listed] = await tx
    .select({ spans: marketDates.spans, note: marketDates.note })
    .from(marketDates)
    .where(and(eq(marketDates.marketId, marketId), eq(marketDates.date, day.date)))
  if (listed && !isSameDay(listed, day))
    throw new DomainError("invalid", `${longDate(day.date)} is listed already.`, "date")
}

const isSameDay = (one: Omit<SpecialDay, "date">, other: Omit<SpecialDay, "date">) =>
  one.note === other.note &&
  one.spans.length === other.spans.length &&
  one.spans.every(({ opens, closes }, at) => {
    const span = other.spans[at]
    return opens === span?.opens && closes === span.closes
  })

/** Removes a day's special hours; changes nothing if it has none. Returns and throws as `changeHours`. */
export function removeSpecialDay(ctx: SellerContext, date: LocalDate): Promise<number> {
  return transaction(ctx.db, (tx) =>
    changeHours(ctx, tx, async (marketId) => {
      await tx.delete(marketDates).where(and(eq(marketDates.marketId, marketId), eq(marketDates.date, date)))
    }),
  )
}

/** Yesterday's hours may run past midnight into today; earlier days no longer matter. */
async function forgetPast(tx: Transaction, marketId: string, today: LocalDate) {
  await tx
    .delete(marketDates)
    .where(and(eq(marketDates.marketId, marketId), lt(marketDates.date, addDays(today, -1))))
}
