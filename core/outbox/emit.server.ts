import { SpanKind } from "@opentelemetry/api"
import { and, lt, sql } from "drizzle-orm"
import { currentRequestId } from "#core/log.server.ts"
import { untraced } from "#core/request-id.ts"
import { traceparentOf, tracer } from "#core/spans.ts"
import type { Database, Transaction } from "#db/client.ts"
import { deleteInBatches } from "#db/in-batches.ts"
import { outbox } from "#db/schema/index.ts"
import { wakeRelaysAfterCommit } from "#db/transaction.ts"
import type { RoomMessage } from "./define-event.ts"
import { EVENTS, type EventName, type JobName, type Payload } from "./events.ts"

type EmitOptions = {
  /**
   * By the context's clock. The jobs wait until then and can be withdrawn (due-events); live messages are sent
   * immediately.
   */
  readonly dueAt?: Date
}

/** An event, as `emit` takes it. */
export type Happened = {
  [E in EventName]: readonly [event: E, payload: Payload<E>, options?: EmitOptions]
}[EventName]

/** Records an event in the transaction in which it happens. Throws on a payload of the wrong shape. */
export async function emit<E extends EventName>(
  tx: Transaction,
  event: E,
  payload: Payload<E>,
  options: EmitOptions = {},
): Promise<void> {
  await emitAll(tx, [[event, payload, options] as Happened])
}

/** Records several events, in this order, with one statement instead of one each. */
export async function emitAll(tx: Transaction, happened: readonly Happened[]): Promise<void> {
  if (happened.length === 0) return
  const rows = happened.map(([event, payload, options]) => rowOf(event, payload, options))
  if (rows.some(waits)) wakeRelaysAfterCommit(tx)
  // The rows are numbered in this order.
  await tx.insert(outbox).values(rows)
}

/**
 * An event without jobs is marked as queued, and one without live messages as published, so that no relay touches it.
 */
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

/** Whether a relay has to process the event, now or later: it has a job or a live message. */
const waits = ({ queuedAt, dueAt, publishedAt }: ReturnType<typeof rowOf>) =>
  queuedAt === null || dueAt !== null || publishedAt === null

/**
 * Returns the `traceparent` for the jobs of an event, within the current trace; for an untraced request it has at least
 * the request's id.
 */
function traceEvent(event: EventName): string {
  const span = tracer().startSpan(`event ${event}`, { kind: SpanKind.PRODUCER })
  span.end()
  return traceparentOf(span) ?? untraced(currentRequestId())
}

/** Deletes events that were queued and published before `olderThan`. Returns how many. */
export function purgeEvents(db: Database, olderThan: Date): Promise<number> {
  const isOld = [outbox.createdAt, outbox.queuedAt, outbox.publishedAt].map((column) => lt(column, olderThan))
  // Does not delete jobs that became due while no relay was running, no matter how long ago.
  return deleteInBatches(db, {
    by: outbox.createdAt,
    when: and(...isOld, sql`queued_at is distinct from due_at`),
  })
}

/** `emit` has validated the stored payload, so it is safe to pass it to its event's functions. */
export function definition(row: { readonly event: string }) {
  return EVENTS[row.event as EventName] as {
    readonly jobs: { readonly [J in JobName]?: (payload: unknown) => boolean }
    messages(payload: unknown): RoomMessage[]
  }
}

/** Returns the jobs that an event queues, in the order of the map. */
export function jobsOf(row: { readonly event: string; readonly payload: unknown }): JobName[] {
  const { jobs } = definition(row)
  return (Object.keys(jobs) as JobName[]).filter((name) => jobs[name]?.(row.payload))
}
