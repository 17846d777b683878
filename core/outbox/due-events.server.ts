import { type SQL, sql } from "drizzle-orm"
import type { Executor, Transaction } from "#db/client.ts"
import { EVENTS, type EventName, type Payload } from "./events.ts"

/** True for an outbox row whose jobs are due later and were neither released nor withdrawn yet. */
export const waitsForItsTime: SQL = sql`queued_at = due_at`

/**
 * Withdraws the jobs of the events of this name that are not due yet and have these fields in their payload; their live
 * messages were sent immediately and stay. Returns how many events it withdrew: 0 if the jobs were released already,
 * and then they run. The event's row lock decides which of the two comes first.
 */
export async function withdraw<E extends EventName>(
  tx: Transaction,
  event: E,
  fields: Partial<Payload<E>>,
): Promise<number> {
  const subject = EVENTS[event].schema.partial().parse(fields)
  if (Object.values(subject).every((value) => value === undefined))
    throw new Error(`Say which ${event} is to be withdrawn.`)
  const { rowCount } = await tx.execute(sql`
    with waiting as materialized (
      select id from outbox
      where ${waitsForItsTime} and event = ${event} and payload @> ${JSON.stringify(subject)}::jsonb
      order by id for no key update
    )
    update outbox set queued_at = now(), due_at = null, withdrawn_at = now()
    from waiting where outbox.id = waiting.id`)
  return rowCount ?? 0
}

/**
 * Releases at most `limit` events whose jobs are due by `now` to the relay; from then on nobody can withdraw them.
 * Commits immediately, so that no withdrawal waits for a queue that hangs. Skips events that are being withdrawn at
 * this moment. Returns when the next one is due.
 */
export async function releaseDueEvents(db: Executor, now: Date, limit: number): Promise<Date | undefined> {
  const at = now.toISOString()
  const { rows } = await db.execute<{ next: number | null }>(sql`
    with due as materialized (
      select id from outbox where ${waitsForItsTime} and due_at <= ${at}
      order by due_at limit ${limit} for no key update skip locked
    ), released as (
      update outbox set queued_at = null from due where outbox.id = due.id
    )
    select (extract(epoch from min(due_at)) * 1000)::float8 as next from outbox where ${waitsForItsTime} and due_at > ${at}`)
  const next = rows[0]?.next
  return next ? new Date(next) : undefined
}
