import { sql } from "drizzle-orm"
import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core"
import { ROLES } from "#core/identity/roles.ts"
import { users } from "./accounts.ts"
import { at, createdAt, id } from "./columns.ts"
import { sessions } from "./sign-in.ts"

/** A browser that takes push messages for a person, in the role in which they turned it on there. */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text({ enum: ROLES }).notNull(),
    /** What ends that session ends this too; null once the session ran out by its own time. */
    sessionId: uuid().references(() => sessions.id, { onDelete: "cascade" }),
    /** The browser, as its device cookie names it. */
    deviceId: text().notNull(),
    userAgent: text(),
    /** Where the browser's push service takes messages, and the browser's keys for them. */
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    lastFailedAt: at(),
    /** The person was signed in at the device then. */
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

/** What was sent to a browser: a job that runs twice sends nothing twice. */
export const pushDeliveries = pgTable(
  "push_deliveries",
  {
    subscriptionId: uuid()
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: "cascade" }),
    /** The id of the job, which stays the same over its tries. */
    jobId: text().notNull(),
    sentAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.subscriptionId, t.jobId] }), index().on(t.sentAt)],
)
