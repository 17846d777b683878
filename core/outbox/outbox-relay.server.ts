import { and, asc, gt, isNull, sql } from "drizzle-orm"
import { setByIndex } from "#db/by-index.ts"
import type { Database, Transaction } from "#db/client.ts"
import { prepared } from "#db/prepared.ts"
import { outbox } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import type { RoomMessage } from "./define-event.ts"
import { definition, jobsOf } from "./emit.server.ts"
import { EVENTS, type JobName } from "./events.ts"

/** A job that an event queues. `id` is the same each time the event is processed. */
export type OutboxJob = {
  readonly id: string
  readonly name: JobName
  readonly payload: unknown
  /** The trace that the event belongs to, if there is one. */
  readonly traceparent?: string
}
/** A live message that an event sends. `id` is the same each time the event is processed. */
export type OutboxMessage = RoomMessage & { readonly id: string }

/**
 * Passes the jobs of the oldest unqueued events to `add`, and marks those events. When `add` throws, nothing is marked
 * and the error is thrown to the caller; after a crash in between, the same ids are passed again. If several relays run
 * at the same time, only one works. Returns whether there is more.
 */
export async function queueEvents(
  db: Database,
  limit: number,
  add: (jobs: OutboxJob[]) => Promise<void>,
): Promise<boolean> {
  const taken = await transaction(db, async (tx) => {
    const rows = await claim(tx, "queuedAt", () => unqueued(tx).execute({ known, limit }))
    const jobs = rows.flatMap(toJobs)
    if (jobs.length > 0) await add(jobs)
    await mark(tx, "queuedAt", rows)
    return rows.length
  })
  return taken === limit
}

/**
 * Passes each live message of the oldest unpublished events to `publish` and marks the events whose messages were all
 * delivered; the others keep waiting. `after` skips events that were already tried, so that many messages for one dead
 * room host do not delay messages for other hosts. Returns how many events it processed and, if there are more, where
 * to continue.
 */
export async function publishEvents(
  db: Database,
  limit: number,
  publish: (message: OutboxMessage) => Promise<void>,
  after = 0,
): Promise<{ failed: unknown[]; taken: number; next: number | undefined }> {
  return transaction(
    db,
    async (tx) => {
      const rows = await claim(tx, "publishedAt", () => unpublished(tx).execute({ after, known, limit }))
      const results = await Promise.allSettled(rows.map((row) => publishAll(row, publish)))
      const arrived = rows.filter((_row, index) => results[index]?.status === "fulfilled")
      await mark(tx, "publishedAt", arrived)
      const failed = results.flatMap((r) => (r.status === "rejected" ? [r.reason as unknown] : []))
      return { failed, taken: rows.length, next: rows.length === limit ? rows.at(-1)?.id : undefined }
      // After a power failure a message may be published again; pages then only reload once more.
    },
    { asyncCommit: true },
  )
}

type Row = { id: number; event: string; payload: unknown; traceparent: string | null }
type Done = "queuedAt" | "publishedAt"

/** An older version of the program leaves events that it does not know for a newer version. */
const known = Object.keys(EVENTS)

const columns = {
  id: outbox.id,
  event: outbox.event,
  payload: outbox.payload,
  traceparent: outbox.traceparent,
}
const isKnown = sql`${outbox.event} = any(${sql.placeholder("known")})`

const unqueued = prepared((db) =>
  db
    .select(columns)
    .from(outbox)
    .where(and(isNull(outbox.queuedAt), isKnown))
    .orderBy(asc(outbox.id))
    .limit(sql.placeholder("limit"))
    .prepare("outbox_unqueued"),
)

const unpublished = prepared((db) =>
  db
    .select(columns)
    .from(outbox)
    .where(and(isNull(outbox.publishedAt), gt(outbox.id, sql.placeholder("after")), isKnown))
    .orderBy(asc(outbox.id))
    .limit(sql.placeholder("limit"))
    .prepare("outbox_unpublished"),
)

/** One lock for each kind of relay: "ob" in ASCII, then the kind. */
const RELAY_LOCKS: Record<Done, number> = { queuedAt: 0x6f6201, publishedAt: 0x6f6202 }

/**
 * Returns the rows of `read` to the one relay of its kind that works at this moment; other relays get no rows and try
 * again later. It uses no row locks: those of a hung queue would hide the same events from the live messages.
 */
async function claim(tx: Transaction, done: Done, read: () => Promise<Row[]>): Promise<Row[]> {
  const { rows } = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${RELAY_LOCKS[done]}) as mine, ${setByIndex}`,
  )
  return rows[0]?.mine ? read() : []
}

/** Both relays write to the same rows. Each first locks all its rows, oldest first, so that they do not deadlock. */
const inTurn = (ids: number[]) => sql`with mine as materialized (
    select id from outbox where id = any(${sql.param(ids)}::bigint[]) order by id for no key update
  )`

const MARKS = {
  queuedAt: (ids: number[]) =>
    sql`${inTurn(ids)} update outbox set queued_at = now(), due_at = null from mine where outbox.id = mine.id`,
  publishedAt: (ids: number[]) =>
    sql`${inTurn(ids)} update outbox set published_at = now() from mine where outbox.id = mine.id`,
} as const satisfies Record<Done, unknown>

async function mark(tx: Transaction, done: Done, rows: Row[]): Promise<void> {
  if (rows.length > 0) await tx.execute(MARKS[done](rows.map((row) => row.id)))
}

function toJobs(row: Row): OutboxJob[] {
  const trace = row.traceparent ? { traceparent: row.traceparent } : {}
  return jobsOf(row).map((name) => ({ id: `ob-${row.id}-${name}`, name, payload: row.payload, ...trace }))
}

async function publishAll(row: Row, publish: (message: OutboxMessage) => Promise<void>): Promise<void> {
  const messages = definition(row).messages(row.payload)
  const trace = row.traceparent ? { traceparent: row.traceparent } : {}
  await Promise.all(
    messages.map((message, index) => publish({ ...message, ...trace, id: `ob-${row.id}-${index}` })),
  )
}
