import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core"
import { users } from "./accounts.ts"
import { at } from "./columns.ts"

/** When a later version of the terms was first announced: 30 days count from here. */
export const termsAnnouncements = pgTable("terms_announcements", {
  version: text().primaryKey(),
  announcedAt: at().notNull(),
})

/**
 * Who was notified of a later version of the terms, and who agreed to it. What people agreed to when they took a role
 * is also saved with their membership.
 */
export const termsAgreements = pgTable(
  "terms_agreements",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    version: text().notNull(),
    /** When the email to the person was due; null for people who registered later. */
    toldAt: at(),
    agreedAt: at(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.version] })],
)
