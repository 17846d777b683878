import { sql } from "drizzle-orm"
import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core"
import { customers } from "./accounts.ts"
import { at, createdAt, id } from "./columns.ts"

/** What people see of a customer's saved cards; the payment provider keeps the cards themselves. */
export const savedCards = pgTable(
  "saved_cards",
  {
    id: id(),
    customerId: uuid()
      .notNull()
      .references(() => customers.userId, { onDelete: "cascade" }),
    stripePaymentMethodId: text().notNull().unique(),
    brand: text().notNull(),
    lastFour: text().notNull(),
    expMonth: integer().notNull(),
    expYear: integer().notNull(),
    /** Set once the customer removed the card. The row is deleted when the provider has removed it too. */
    removedAt: at(),
    createdAt: createdAt(),
  },
  (t) => [
    index("saved_cards_of_customer").on(t.customerId),
    index("saved_cards_removed").on(t.removedAt).where(sql`removed_at is not null`),
  ],
)
