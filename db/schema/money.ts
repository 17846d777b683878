import { sql } from "drizzle-orm"
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core"
import { ZERO } from "#core/money.ts"
import { ENTRY_KINDS, LEDGER_PARTIES, LEDGER_PARTS } from "#core/payments/ledger.ts"
import { REFUND_BEARERS, REFUND_SOURCES, REFUND_STATUSES } from "#core/payments/refund-states.ts"
import { PAYOUT_STATUSES } from "#core/payouts/payout.ts"
import { REVERSAL_STATUSES, TRANSFER_STATUSES } from "#core/payouts/transfer.ts"
import { users } from "./accounts.ts"
import { at, createdAt, id, money } from "./columns.ts"
import { orderLines, orders } from "./orders.ts"
import { checkouts } from "./shopping.ts"

/** Append-only (a trigger rejects update and delete): every figure on a screen is a sum over these rows. */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    party: text({ enum: LEDGER_PARTIES }).notNull(),
    /** The seller's or courier's user id; null for the platform. */
    userId: uuid(),
    orderId: uuid().references(() => orders.id),
    payoutId: uuid(),
    /** The refund, or the dispute, that took the money back. */
    refundId: uuid().references(() => refunds.id),
    disputeId: uuid().references(() => disputes.id),
    kind: text({ enum: ENTRY_KINDS }).notNull(),
    /** The part of the order that the entry concerns; null for payouts and for the provider's dispute fees. */
    part: text({ enum: LEDGER_PARTS }),
    amountCents: money().notNull(),
    /** Identifies the one event that this entry records, so that it is written once. Nothing else is read from it. */
    reference: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("ledger_once").on(t.reference),
    index("ledger_of_person").on(t.userId, t.party),
    index("ledger_of_order").on(t.orderId),
    index("ledger_of_refund").on(t.refundId).where(sql`refund_id is not null`),
    index("ledger_of_dispute").on(t.disputeId).where(sql`dispute_id is not null`),
  ],
)

/** Money on its way from the platform's balance to a connected account, due some time after fulfillment. */
export const transfers = pgTable(
  "transfers",
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    party: text({ enum: LEDGER_PARTIES }).notNull(),
    userId: uuid().notNull(),
    amountCents: money().notNull(),
    status: text({ enum: TRANSFER_STATUSES }).notNull().default("due"),
    dueAt: at().notNull(),
    stripeTransferId: text().unique(),
    stripeReversalId: text(),
    /** The amount that was taken back. If it is the whole amount, the transfer is reversed. */
    reversedCents: money().notNull().default(ZERO),
    sentAt: at(),
    /** When the connected account can start paying it out. */
    availableAt: at(),
    attempts: integer().notNull().default(0),
    lastError: text(),
    createdAt: createdAt(),
  },
  (t) => [
    // A reversed transfer stays on the books; if a dispute returns the money, it is sent with a new row and idempotency
    // key.
    uniqueIndex("transfers_once").on(t.orderId, t.party).where(sql`status not in ('reversed', 'cancelled')`),
    index("transfers_due").on(t.dueAt).where(sql`status = 'due'`),
    index("transfers_of_person").on(t.userId),
  ],
)

/**
 * Money of a sent transfer that is taken back, all or part of it: each reversal has its own row and idempotency key.
 */
export const transferReversals = pgTable(
  "transfer_reversals",
  {
    id: id(),
    transferId: uuid()
      .notNull()
      .references(() => transfers.id),
    amountCents: money().notNull(),
    status: text({ enum: REVERSAL_STATUSES }).notNull().default("due"),
    stripeReversalId: text().unique(),
    attempts: integer().notNull().default(0),
    /** The number of attempts that the provider rejected; the other attempts may have succeeded. */
    rejections: integer().notNull().default(0),
    lastError: text(),
    createdAt: createdAt(),
    doneAt: at(),
  },
  (t) => [
    check("transfer_reversals_positive", sql`${t.amountCents} > 0`),
    index("transfer_reversals_of_transfer").on(t.transferId),
    index("transfer_reversals_due").on(t.attempts, t.createdAt).where(sql`status = 'due'`),
  ],
)

export const payouts = pgTable(
  "payouts",
  {
    id: id(),
    userId: uuid().notNull(),
    role: text({ enum: ["seller", "deliverer"] }).notNull(),
    amountCents: money().notNull(),
    status: text({ enum: PAYOUT_STATUSES }).notNull().default("requested"),
    stripePayoutId: text().unique(),
    failure: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    check("payouts_positive", sql`${t.amountCents} > 0`),
    index("payouts_of_person").on(t.userId, t.role, t.id),
    // One payout at a time: ten clicks count as one request.
    uniqueIndex("payouts_one_open").on(t.userId, t.role).where(sql`status = 'requested'`),
  ],
)

/**
 * Money that is refunded to a customer: for a whole checkout (nothing could be sold), or for all or a part of one
 * order.
 */
export const refunds = pgTable(
  "refunds",
  {
    id: id(),
    checkoutId: uuid()
      .notNull()
      .references(() => checkouts.id),
    orderId: uuid().references(() => orders.id),
    /** The refunded payment, if it is not the one that the checkout was completed with. */
    stripePaymentIntentId: text(),
    amountCents: money().notNull(),
    /** The parts of an order's refund; they add up to its amount. */
    itemsCents: money().notNull().default(ZERO),
    deliveryCents: money().notNull().default(ZERO),
    taxCents: money().notNull().default(ZERO),
    tipCents: money().notNull().default(ZERO),
    source: text({ enum: REFUND_SOURCES }).notNull().default("cancellation"),
    bearer: text({ enum: REFUND_BEARERS }).notNull().default("seller"),
    /** The admin who made it. */
    madeBy: uuid().references(() => users.id),
    reason: text().notNull(),
    status: text({ enum: REFUND_STATUSES }).notNull().default("due"),
    /**
     * The part of the amount that the next attempt need not send: the dashboard or an earlier attempt has refunded it.
     */
    coveredCents: money().notNull().default(ZERO),
    /** How often the provider gave up the refund: each later attempt has its own idempotency key. */
    failures: integer().notNull().default(0),
    stripeRefundId: text(),
    /** The refund in the provider's dashboard that this row records. */
    stripeDashboardRefundId: text(),
    /** The partial reversal of the recorded sales tax. */
    taxReversalId: text(),
    attempts: integer().notNull().default(0),
    lastError: text(),
    createdAt: createdAt(),
    sentAt: at(),
    doneAt: at(),
    failedAt: at(),
    /** When to retry a failed refund automatically; null after too many attempts. */
    nextTryAt: at(),
    /** When we last queried the provider for this payment's refunds. */
    checkedAt: at(),
  },
  (t) => [
    index("refunds_by_order").on(t.orderId),
    uniqueIndex("refunds_of_packing").on(t.orderId).where(sql`source = 'packing'`),
    // When a checkout is deleted, PostgreSQL uses these indexes to check whether other rows refer to it.
    index("refunds_of_checkout").on(t.checkoutId),
    index("refunds_made_by").on(t.madeBy).where(sql`made_by is not null`),
    uniqueIndex("refunds_of_payment")
      .on(t.checkoutId, sql`coalesce(${t.stripePaymentIntentId}, '')`)
      .where(sql`order_id is null`),
    uniqueIndex("refunds_of_dashboard").on(t.stripeDashboardRefundId, t.orderId),
    index("refunds_due").on(t.createdAt).where(sql`status = 'due'`),
    index("refunds_open").on(t.nextTryAt).where(sql`status in ('sent', 'failed')`),
  ],
)

/** One of the provider's disputes: a customer's bank demands a payment back. */
export const disputes = pgTable("disputes", {
  id: id(),
  stripeDisputeId: text().notNull().unique(),
  createdAt: createdAt(),
})

/** The lines of an order that a refund covers, and how many of each. */
export const refundLines = pgTable(
  "refund_lines",
  {
    id: id(),
    refundId: uuid()
      .notNull()
      .references(() => refunds.id),
    orderLineId: uuid()
      .notNull()
      .references(() => orderLines.id),
    quantity: integer().notNull(),
    amountCents: money().notNull(),
    taxCents: money().notNull(),
  },
  (t) => [
    // A line that weighs less is refunded in part, without a whole unit.
    check("refund_lines_positive", sql`${t.quantity} > 0 or (${t.quantity} = 0 and ${t.amountCents} > 0)`),
    uniqueIndex("refund_lines_once").on(t.refundId, t.orderLineId),
    index("refund_lines_of_line").on(t.orderLineId),
  ],
)

/** Webhook events by the provider's id, so that an event that arrives twice is processed once. */
export const stripeEvents = pgTable(
  "stripe_events",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    account: text(),
    objectId: text(),
    createdAt: at().notNull(),
    receivedAt: createdAt(),
    processedAt: at(),
    attempts: integer().notNull().default(0),
    lastError: text(),
  },
  (t) => [
    index("stripe_events_open").on(t.receivedAt).where(sql`processed_at is null`),
    index("stripe_events_processed").on(t.processedAt).where(sql`processed_at is not null`),
  ],
)

/** The provider account, and its mode, whose payments this database records. The first start writes the one row. */
export const paymentPlatform = pgTable(
  "payment_platform",
  {
    id: boolean().primaryKey().default(true),
    /** Null until the provider has returned it. */
    accountId: text(),
    isLive: boolean().notNull(),
    createdAt: createdAt(),
  },
  (t) => [check("payment_platform_once", sql`${t.id}`)],
)
