import { sql } from "drizzle-orm"
import { bigint, index, jsonb, pgTable, text } from "drizzle-orm/pg-core"
import { at, createdAt } from "./columns.ts"

/**
 * The events, each written in the transaction in which it happened. Two relays process them: jobs and live messages.
 */
export const outbox = pgTable(
  "outbox",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    event: text().notNull(),
    payload: jsonb().$type<unknown>().notNull(),
    /** The W3C trace that the event belongs to, if traces are on: its jobs continue it. */
    traceparent: text(),
    createdAt: createdAt(),
    /**
     * While the jobs wait for `dueAt` it has the same value, so that the previous version of the program skips them.
     */
    queuedAt: at(),
    /** When delayed jobs are due; null once they are queued or withdrawn. Live messages are sent immediately. */
    dueAt: at(),
    withdrawnAt: at(),
    publishedAt: at(),
  },
  (t) => [
    index("outbox_by_age").on(t.createdAt),
    index("outbox_to_queue").on(t.id).where(sql`queued_at is null`),
    index("outbox_due_later").on(t.dueAt).where(sql`queued_at = due_at`),
    index("outbox_to_withdraw").using("gin", t.payload.op("jsonb_path_ops")).where(sql`queued_at = due_at`),
    index("outbox_to_publish").on(t.id).where(sql`published_at is null`),
  ],
)
