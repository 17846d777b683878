import { and, desc, eq, gt, max, sql } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import { DAY_MS, MINUTE_MS } from "#core/durations.ts"
import { DomainError } from "#core/errors.ts"
import type { Transaction } from "#db/client.ts"
import { checkouts } from "#db/schema/index.ts"
import { holdUntil } from "./hold-time.ts"

/** What was not paid yesterday is forgiven. */
const REMEMBERED_MS = DAY_MS
/** So many unpaid holds in a row make the next one short. After one more, others have their turn first. */
const UNPAID_IN_A_ROW = 2

/**
 * When a new hold of the customer ends for good, so that nobody keeps stock from others without paying. The caller
 * holds the customer's cart. Throws `rate_limited` where a short hold has just ended unpaid as well.
 */
export async function endOfNewHold(ctx: CustomerContext, tx: Transaction): Promise<Date> {
  const now = ctx.now()
  const { longestHoldMinutes, holdMinutesAfterUnpaid } = ctx.rates
  const holds = await lastHolds(tx, ctx.actor.userId, new Date(now.getTime() - REMEMBERED_MS))
  const paid = holds.findIndex((hold) => hold.paid)
  const unpaid = paid === -1 ? holds.length : paid
  if (unpaid < UNPAID_IN_A_ROW) return holdUntil(now, longestHoldMinutes)
  const next = holdUntil(holds[0]?.endedAt ?? now, holdMinutesAfterUnpaid)
  if (unpaid > UNPAID_IN_A_ROW && next > now) throw othersFirst(next, now)
  return holdUntil(now, holdMinutesAfterUnpaid)
}

/** The newest holds, each with all checkouts of a cart that was changed while it was held. */
const lastHolds = (tx: Transaction, customerId: string, since: Date) =>
  tx
    .select({
      paid: sql<boolean>`bool_or(${checkouts.status} in ('completed', 'refunded'))`,
      endedAt: max(checkouts.updatedAt),
    })
    .from(checkouts)
    .where(and(eq(checkouts.customerId, customerId), gt(checkouts.createdAt, since)))
    .groupBy(checkouts.holdEndsAt)
    .orderBy(desc(max(checkouts.createdAt)))
    .limit(UNPAID_IN_A_ROW + 1)

function othersFirst(next: Date, now: Date): DomainError {
  const minutes = Math.ceil((next.getTime() - now.getTime()) / MINUTE_MS)
  return new DomainError(
    "rate_limited",
    `You've reserved items three times without paying. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
  )
}
