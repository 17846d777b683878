import { and, asc, gt, inArray, isNull, lt, type Placeholder, type SQL, sql } from "drizzle-orm"
import type { Database, Transaction } from "#db/client.ts"
import { preparedSql } from "#db/prepared.ts"
import { outbox } from "#db/schema/index.ts"
import { EVENTS, type EventName, type JobName, type Payload, type RoomMessage } from "./events.ts"
import { marked } from "./traces.ts"

/** Something that happened, as `emit` takes it. */
export type Happened = { [E in EventName]: readonly [event: E, payload: Payload<E>] }[EventName]

/** Records that something happened, in the transaction in which it happens. Throws on a payload of the wrong shape. */
export async function emit<E extends EventName>(
  tx: Transaction,
  event: E,
  payload: Payload<E>,
): Promise<void> {
  await emitAll(tx, [[event, payload] as Happened])
}

/** Records several things that happened at once, in that order: one statement instead of one each. */
export async function emitAll(tx: Transaction, happened: readonly Happened[]): Promise<void> {
  await write(tx, { happened: JSON.stringify(happened.map(([event, payload]) => rowOf(event, payload))) })
}

/** Numbered in the order in which they are given. */
const write = preparedSql(
  "events_written",
  sql`insert into outbox (event, payload, traceparent, queued_at, published_at)
    select event, payload, traceparent, case when not queues then now() end, case when not speaks then now() end
    from jsonb_to_recordset(${sql.placeholder("happened")}::jsonb)
      as happened (event text, payload jsonb, traceparent text, queues boolean, speaks boolean)`,
)

/** What nobody waits for is handed over from the start: the relays need not touch it. */
function rowOf(event: EventName, sent: unknown) {
  const { schema } = EVENTS[event]
  const payload = schema.parse(sent)
  const speaks = definition({ event }).messages(payload).length > 0
  return { event, payload, traceparent: markOf(event), queues: asksForJobs(event), speaks }
}

/** The moment of an event in the trace that is going on: its jobs hang on it. */
export const markOf = (event: EventName) => marked(`event ${event}`, { kind: "producer" })

const asksForJobs = (event: EventName) => EVENTS[event].jobs.length > 0

/**
 * The same as part of a larger statement: an event for each row of `source`, with a payload that SQL builds in the
 * shape of the event's schema. A statement that is prepared gives `markOf` each time under the placeholder `mark`.
 */
export const emitFrom = (
  event: EventName,
  payload: SQL,
  source: SQL,
  mark: Placeholder | string | null = markOf(event),
): SQL => sql`
  insert into outbox (event, payload, queued_at, traceparent)
  select ${event}, ${payload}, ${asksForJobs(event) ? sql`null::timestamptz` : sql`now()`}, ${mark}::text
  from ${source}`

/** A job that an event asks for. `id` is the same however often the event is handed over. */
export type OutboxJob = {
  readonly id: string
  readonly name: JobName
  readonly payload: unknown
  /** The trace that the event belongs to, if there is one. */
  readonly traceparent?: string
}
/** A live message that an event sends. `id` is the same however often the event is handed over. */
export type OutboxMessage = RoomMessage & { readonly id: string }

/**
 * Hands the jobs of the oldest events that are not queued yet to `add`, and marks those events. When `add` throws,
 * nothing is marked and the error goes on to the caller; a crash in between hands the same ids over again.
 * Of relays running at once one works. Answers how many events were taken.
 */
export async function queueEvents(
  db: Database,
  limit: number,
  add: (jobs: OutboxJob[]) => Promise<void>,
): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await claim(tx, "queuedAt", limit)
    const jobs = rows.flatMap((row) =>
      jobsOf(row).map((name) => ({
        ...{ id: `ob-${row.id}-${name}`, name, payload: row.payload },
        ...(row.traceparent ? { traceparent: row.traceparent } : {}),
      })),
    )
    if (jobs.length > 0) await add(jobs)
    await mark(tx, "queuedAt", rows)
    return rows.length
  })
}

/**
 * Gives each live message of the oldest unpublished events to `publish` and marks the events whose messages all
 * arrived; the others keep waiting. `after` goes on behind events that were tried already, so that however many wait
 * for one dead room's host do not hold up what another can take. Answers where to go on, while there is more.
 */
export async function publishEvents(
  db: Database,
  limit: number,
  publish: (message: OutboxMessage) => Promise<void>,
  after = 0,
): Promise<{ failed: unknown[]; next: number | undefined }> {
  return db.transaction(async (tx) => {
    const rows = await claim(tx, "publishedAt", limit, after)
    const results = await Promise.allSettled(rows.map((row) => publishAll(row, publish)))
    const arrived = rows.filter((_row, index) => results[index]?.status === "fulfilled")
    await mark(tx, "publishedAt", arrived)
    const failed = results.flatMap((r) => (r.status === "rejected" ? [r.reason as unknown] : []))
    return { failed, next: rows.length === limit ? rows.at(-1)?.id : undefined }
  })
}

/** Deletes events that were handed over long ago. */
export async function forgetEvents(db: Database, olderThan: Date): Promise<number> {
  const gone = await db
    .delete(outbox)
    .where(and(lt(outbox.queuedAt, olderThan), lt(outbox.publishedAt, olderThan)))
  return gone.rowCount ?? 0
}

type Row = { id: number; event: string; payload: unknown; traceparent: string | null }
type Done = "queuedAt" | "publishedAt"

/** Events that only a newer version of the program knows are left to it. */
const known = Object.keys(EVENTS)

/** One lock a kind of relay; "ob" in ASCII, then the kind. */
const RELAY_LOCKS: Record<Done, number> = { queuedAt: 0x6f6201, publishedAt: 0x6f6202 }

/**
 * The oldest open events, for the one relay of its kind that works at this moment; others find nothing to do and
 * come again. Not by row locks: those of a hung queue would hide the same events from the live messages.
 */
async function claim(tx: Transaction, done: Done, limit: number, after = 0): Promise<Row[]> {
  // Sent when `execute` is called: the rows are read after the lock.
  const [{ rows: lock }, rows] = await Promise.all([
    tx
      .execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${RELAY_LOCKS[done]}) as mine`)
      .execute(),
    tx
      .select({
        id: outbox.id,
        event: outbox.event,
        payload: outbox.payload,
        traceparent: outbox.traceparent,
      })
      .from(outbox)
      .where(and(isNull(outbox[done]), gt(outbox.id, after), inArray(outbox.event, known)))
      .orderBy(asc(outbox.id))
      .limit(limit)
      .execute(),
  ])
  return lock[0]?.mine ? rows : []
}

async function mark(tx: Transaction, done: Done, rows: Row[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map((row) => row.id)
  await tx
    .update(outbox)
    .set({ [done]: sql`now()` })
    .where(sql`${outbox.id} = any(${sql.param(ids)}::bigint[])`)
}

function jobsOf(row: Row): readonly JobName[] {
  const { jobs, needless } = definition(row)
  const spared = needless(row.payload)
  return spared.length > 0 ? jobs.filter((name) => !spared.includes(name)) : jobs
}

async function publishAll(row: Row, publish: (message: OutboxMessage) => Promise<void>): Promise<void> {
  const messages = definition(row).messages(row.payload)
  await Promise.all(messages.map((message, index) => publish({ ...message, id: `ob-${row.id}-${index}` })))
}

/** The stored payload was checked by `emit`, so its event's own functions may have it as it is. */
function definition(row: Pick<Row, "event">) {
  return EVENTS[row.event as EventName] as {
    readonly jobs: readonly JobName[]
    needless(payload: unknown): readonly JobName[]
    messages(payload: unknown): RoomMessage[]
  }
}
