import { SpanKind } from "@opentelemetry/api"
import { and, lt, sql } from "drizzle-orm"
import { currentRequestId } from "#core/log.server.ts"
import { untraced } from "#core/request-id.ts"
import { traceparentOf, tracer } from "#core/spans.ts"
import type { Database, Transaction } from "#db/client.ts"
import { deleteInBatches } from "#db/in-batches.ts"
import { outbox } from "#db/schema/index.ts"
import { wakeRelaysAfterCommit } from "#db/transaction.ts"
import { EVENTS, type EventName, type JobName, type Payload, type RoomMessage } from "./events.ts"

type EmitOptions = {
  /** By the context's clock. The jobs wait until then and can be withdrawn (due-events); live messages go at once. */
  readonly dueAt?: Date
}

/** Something that happened, as `emit` takes it. */
export type Happened = {
  [E in EventName]: readonly [event: E, payload: Payload<E>, options?: EmitOptions]
}[EventName]

/** Records that something happened, in the transaction in which it happens. Throws on a payload of the wrong shape. */
export async function emit<E extends EventName>(
  tx: Transaction,
  event: E,
  payload: Payload<E>,
  options: EmitOptions = {},
): Promise<void> {
  await emitAll(tx, [[event, payload, options] as Happened])
}

/** Records several things that happened at once, in that order: one statement instead of one each. */
export async function emitAll(tx: Transaction, happened: readonly Happened[]): Promise<void> {
  if (happened.length === 0) return
  const rows = happened.map(([event, payload, options]) => rowOf(event, payload, options))
  if (rows.some(waits)) wakeRelaysAfterCommit(tx)
  // Numbered in the order in which they are given.
  await tx.insert(outbox).values(rows)
}

/** What nobody waits for is handed over from the start: the relays need not touch it. */
function rowOf(event: EventName, sent: unknown, { dueAt = null }: { dueAt?: Date | null } = {}) {
  const { schema } = EVENTS[event]
  const payload = schema.parse(sent)
  const hasJobs = jobsOf({ event, payload }).length > 0
  const speaks = definition({ event }).messages(payload).length > 0
  const now = new Date()
  return {
    event,
    payload,
    traceparent: traceEvent(event),
    queuedAt: hasJobs ? dueAt : now,
    dueAt: hasJobs ? dueAt : null,
    publishedAt: speaks ? null : now,
  }
}

/** Whether an event has a job or a live message, at once or later: no relay looks for any other. */
const waits = ({ queuedAt, dueAt, publishedAt }: ReturnType<typeof rowOf>) =>
  queuedAt === null || dueAt !== null || publishedAt === null

/** The moment of an event in the current trace, as the parent of its jobs; of an untraced request, its id at least. */
function traceEvent(event: EventName): string {
  const span = tracer().startSpan(`event ${event}`, { kind: SpanKind.PRODUCER })
  span.end()
  return traceparentOf(span) ?? untraced(currentRequestId())
}

/** Deletes events that were handed over long ago, and returns how many. */
export function purgeEvents(db: Database, olderThan: Date): Promise<number> {
  const isOld = [outbox.createdAt, outbox.queuedAt, outbox.publishedAt].map((column) => lt(column, olderThan))
  // Jobs that became due while no relay ran still wait, however long ago that was.
  return deleteInBatches(db, {
    by: outbox.createdAt,
    when: and(...isOld, sql`queued_at is distinct from due_at`),
  })
}

/** The stored payload was checked by `emit`, so its event's own functions may have it as it is. */
export function definition(row: { readonly event: string }) {
  return EVENTS[row.event as EventName] as {
    readonly jobs: { readonly [J in JobName]?: (payload: unknown) => boolean }
    messages(payload: unknown): RoomMessage[]
  }
}

/** The jobs that an event queues, in the order of the map. */
export function jobsOf(row: { readonly event: string; readonly payload: unknown }): JobName[] {
  const { jobs } = definition(row)
  return (Object.keys(jobs) as JobName[]).filter((name) => jobs[name]?.(row.payload))
}
