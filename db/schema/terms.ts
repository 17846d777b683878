import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core"
import { users } from "./accounts.ts"
import { at } from "./columns.ts"

/** Since when a later version of the terms is announced: 30 days count from here. */
export const termsAnnouncements = pgTable("terms_announcements", {
  version: text().primaryKey(),
  announcedAt: at().notNull(),
})

/**
 * Who was told of a later version of the terms, and who agreed to it. What people agreed to when they took a role stands
 * with their membership too.
 */
export const termsAgreements = pgTable(
  "terms_agreements",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    version: text().notNull(),
    /** When the email to them was due; null for people who registered later. */
    toldAt: at(),
    agreedAt: at(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.version] })],
)
