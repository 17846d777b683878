import { sql } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import type { Transaction } from "#db/client.ts"
import { preparedSql } from "#db/prepared.ts"
import { holdUntil } from "./hold-time.ts"

/** What was not paid yesterday is forgiven. */
const REMEMBERED_MS = 24 * 3_600_000
/** So many unpaid holds in a row make the next one short. After one more, others have their turn first. */
const UNPAID_IN_A_ROW = 2

/**
 * When a new hold of the customer ends for good, so that nobody keeps stock from others without paying. The caller
 * holds the customer's cart. Throws `rate_limited` where a short hold has just ended unpaid as well.
 */
export async function endOfNewHold(ctx: CustomerContext, tx: Transaction): Promise<Date> {
  const now = ctx.now()
  const { longestHoldMinutes, holdMinutesAfterUnpaid } = ctx.rates
  const holds = await lastHolds(tx, {
    customerId: ctx.actor.userId,
    since: new Date(now.getTime() - REMEMBERED_MS).toISOString(),
    most: UNPAID_IN_A_ROW + 1,
  })
  const paid = holds.findIndex((hold) => hold.paid)
  const unpaid = paid === -1 ? holds.length : paid
  if (unpaid < UNPAID_IN_A_ROW) return holdUntil(now, longestHoldMinutes)
  const next = holdUntil(new Date(holds[0]?.endedMs ?? now), holdMinutesAfterUnpaid)
  if (unpaid > UNPAID_IN_A_ROW && next > now) throw othersFirst(next, now)
  return holdUntil(now, holdMinutesAfterUnpaid)
}

/** The newest holds, each with all checkouts of a cart that was changed while it was held. */
const lastHolds = preparedSql<{ paid: boolean; endedMs: number }>(
  "last_holds",
  sql`
    select bool_or(status in ('completed', 'refunded')) as paid, extract(epoch from max(updated_at))::float8 * 1000 as "endedMs"
    from checkouts
    where customer_id = ${sql.placeholder("customerId")} and created_at > ${sql.placeholder("since")}
    group by hold_ends_at order by max(created_at) desc limit ${sql.placeholder("most")}`,
)

function othersFirst(next: Date, now: Date): DomainError {
  const minutes = Math.ceil((next.getTime() - now.getTime()) / 60_000)
  return new DomainError(
    "rate_limited",
    `We kept things for you three times and they were not paid. Please go to pay again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
  )
}
