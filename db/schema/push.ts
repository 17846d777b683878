import { sql } from "drizzle-orm"
import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core"
import { ROLES } from "#core/identity/roles.ts"
import { users } from "./accounts.ts"
import { at, createdAt, id } from "./columns.ts"
import { sessions } from "./sign-in.ts"

/** A browser with push messages turned on for a person, in the role in which they turned them on. */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text({ enum: ROLES }).notNull(),
    /** Deleted with that session; null once the session expired by itself. */
    sessionId: uuid().references(() => sessions.id, { onDelete: "cascade" }),
    /** The browser's id, from its device cookie. */
    deviceId: text().notNull(),
    userAgent: text(),
    /** The URL at the browser's push service to which messages are sent. The browser's keys for them follow. */
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    lastFailedAt: at(),
    /** When the person was last signed in at the device. */
    seenAt: at().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.userId),
    index().on(t.sessionId),
    index().on(t.deviceId),
    index("push_subscriptions_signed_out").on(t.seenAt).where(sql`session_id is null`),
  ],
)

/** The messages that were sent to a browser, so that a job that runs twice sends nothing twice. */
export const pushDeliveries = pgTable(
  "push_deliveries",
  {
    subscriptionId: uuid()
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: "cascade" }),
    /** The id of the job, which stays the same over its retries. */
    jobId: text().notNull(),
    sentAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.subscriptionId, t.jobId] }), index().on(t.sentAt)],
)
