import { sql } from "drizzle-orm"
import { type AnyPgColumn, bigint, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core"
import { HISTORY_ROLES } from "#core/history/history.ts"
import { at } from "./columns.ts"
import { payouts, refunds, transferReversals, transfers } from "./money.ts"
import { orders, replacementOffers } from "./orders.ts"
import { checkouts } from "./shopping.ts"

const subject = (id: () => AnyPgColumn) => uuid().references(id, { onDelete: "cascade" })

/**
 * Every status change, of every table with statuses, written in the transaction that makes it. The rows of a subject
 * are numbered in the order in which the changes were made, and are deleted with their subject.
 */
export const history = pgTable(
  "history",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    orderId: subject(() => orders.id),
    checkoutId: subject(() => checkouts.id),
    refundId: subject(() => refunds.id),
    transferId: subject(() => transfers.id),
    reversalId: subject(() => transferReversals.id),
    payoutId: subject(() => payouts.id),
    replacementId: subject(() => replacementOffers.id),
    move: text().notNull(),
    /** Null before the first status, and for an order without one; in migrated rows, also if it is not known. */
    fromStatus: text(),
    toStatus: text(),
    /** Null in migrated rows, for which it was not recorded. */
    actorRole: text({ enum: HISTORY_ROLES }),
    /**
     * A person's id. As in the ledger, it is kept when the account is deleted; the row that it refers to then has no
     * name.
     */
    actorId: uuid(),
    at: at().notNull(),
  },
  (t) => [
    check(
      "history_of_one",
      sql`num_nonnulls(${t.orderId}, ${t.checkoutId}, ${t.refundId}, ${t.transferId}, ${t.reversalId}, ${t.payoutId}, ${t.replacementId}) = 1`,
    ),
    index("history_of_order").on(t.orderId, t.id).where(sql`order_id is not null`),
    index("history_of_checkout").on(t.checkoutId, t.id).where(sql`checkout_id is not null`),
    index("history_of_refund").on(t.refundId, t.id).where(sql`refund_id is not null`),
    index("history_of_transfer").on(t.transferId, t.id).where(sql`transfer_id is not null`),
    index("history_of_reversal").on(t.reversalId, t.id).where(sql`reversal_id is not null`),
    index("history_of_payout").on(t.payoutId, t.id).where(sql`payout_id is not null`),
    index("history_of_replacement").on(t.replacementId, t.id).where(sql`replacement_id is not null`),
  ],
)
