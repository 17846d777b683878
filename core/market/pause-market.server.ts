import { clockAt, type LocalDate } from "#core/calendar/zoned-time.ts"
import type { SellerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { transaction } from "#db/transaction.ts"
import { calendarOf, writeCalendar } from "./calendar-queries.server.ts"
import { lockOwnMarket } from "./lock-market.server.ts"

/**
 * Pauses the seller's own market until a given day, or until it is resumed. Placed orders are not affected. Throws
 * `invalid` for a day that is not in the future, and `not_found`.
 */
export async function pauseMarket(
  ctx: SellerContext,
  { until, reason }: { until: LocalDate | null; reason: string | null },
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const { id } = await lockOwnMarket(ctx, tx)
    const { timeZone } = await calendarOf(tx, id)
    if (until && until <= clockAt(ctx.now(), timeZone).date)
      throw new DomainError("invalid", "Choose tomorrow or a later day, or leave it open.", "until")
    await writeCalendar(ctx, tx, id, { pausedAt: ctx.now(), pausedUntil: until, pauseReason: reason })
  })
}

/** Resumes the seller's own market; changes nothing if it is not paused. Throws `not_found`. */
export async function resumeMarket(ctx: SellerContext): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const { id } = await lockOwnMarket(ctx, tx)
    await writeCalendar(ctx, tx, id, { pausedAt: null, pausedUntil: null, pauseReason: null })
  })
}
