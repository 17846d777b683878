import { sql } from "drizzle-orm"
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core"
import type { Billing, ShipTo } from "#core/checkout/checkout.ts"
import { CHECKOUT_STATUSES } from "#core/checkout/checkout.ts"
import { ZERO } from "#core/money.ts"
import { REPLACEMENTS } from "#core/orders/order-note.ts"
import { FULFILMENTS } from "#core/orders/statuses.ts"
import { customers, markets } from "./accounts.ts"
import { products, variants } from "./catalog.ts"
import { at, createdAt, id, money, positionColumns, unitColumns } from "./columns.ts"

export const carts = pgTable(
  "carts",
  {
    customerId: uuid()
      .primaryKey()
      .references(() => customers.userId),
    fulfilment: text({ enum: FULFILMENTS }),
    /** The tip on deliveries: percent of the items, or a sum that the markets share; null in both for none. */
    tipPercent: integer(),
    tipCents: money(),
    /** The last shipping address given at /ship-to, for the next checkout. */
    shipTo: jsonb().$type<ShipTo>(),
    updatedAt: createdAt(),
  },
  // Not on `updated_at`, because then every change to a cart would update this index.
  (t) => [index("carts_with_instructions").on(t.customerId).where(sql`ship_to ? 'instructions'`)],
)

/** A customer's favorite markets. */
export const favorites = pgTable(
  "favorites",
  {
    customerId: uuid()
      .notNull()
      .references(() => customers.userId, { onDelete: "cascade" }),
    marketId: uuid()
      .notNull()
      .references(() => markets.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.marketId] }), index("favorites_of_market").on(t.marketId)],
)

/** Customers who requested one notification when a market takes orders again. */
export const openingAlerts = pgTable(
  "opening_alerts",
  {
    marketId: uuid()
      .notNull()
      .references(() => markets.id, { onDelete: "cascade" }),
    customerId: uuid()
      .notNull()
      .references(() => customers.userId, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.marketId, t.customerId] }),
    index("opening_alerts_of_customer").on(t.customerId),
    index("opening_alerts_by_age").on(t.createdAt),
  ],
)

/** A customer's choices for one market of the cart. */
export const cartMarkets = pgTable(
  "cart_markets",
  {
    customerId: uuid()
      .notNull()
      .references(() => carts.customerId, { onDelete: "cascade" }),
    marketId: uuid()
      .notNull()
      .references(() => markets.id, { onDelete: "cascade" }),
    /** The start of the window; null: as soon as possible. */
    windowStartsAt: at(),
    /** How this market's part is wanted; null: as the cart says. */
    fulfilment: text({ enum: FULFILMENTS }),
    /** The customer's note to the market. */
    note: text(),
    replacement: text({ enum: REPLACEMENTS }),
    /** The number for calls about a pickup; "": none; null: the account's. */
    phone: text(),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.marketId] }),
    index("cart_markets_of_market").on(t.marketId),
    index("cart_markets_with_note").on(t.customerId).where(sql`note is not null or phone is not null`),
  ],
)

export const cartLines = pgTable(
  "cart_lines",
  {
    id: id(),
    customerId: uuid()
      .notNull()
      .references(() => carts.customerId, { onDelete: "cascade" }),
    variantId: uuid()
      .notNull()
      .references(() => variants.id),
    quantity: integer().notNull(),
    /** The price the customer last saw; a change is shown before they pay. */
    seenPriceCents: money().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique().on(t.customerId, t.variantId),
    check("cart_quantity", sql`${t.quantity} between 1 and 999`),
  ],
)

/** A line that a customer saved for later, out of the cart. */
export const savedLines = pgTable(
  "saved_lines",
  {
    id: id(),
    customerId: uuid()
      .notNull()
      .references(() => carts.customerId, { onDelete: "cascade" }),
    variantId: uuid()
      .notNull()
      .references(() => variants.id),
    quantity: integer().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique().on(t.customerId, t.variantId),
    check("saved_quantity", sql`${t.quantity} between 1 and 999`),
    index("saved_lines_by_age").on(t.createdAt),
  ],
)

/**
 * The lines that a customer's last removal took out of the cart or of the saved lines, for undo. The next removal
 * replaces them.
 */
export const removedLines = pgTable(
  "removed_lines",
  {
    /** The id of the removed line, which undo restores. */
    id: uuid().primaryKey(),
    removalId: uuid().notNull(),
    customerId: uuid()
      .notNull()
      .references(() => carts.customerId, { onDelete: "cascade" }),
    variantId: uuid()
      .notNull()
      .references(() => variants.id),
    quantity: integer().notNull(),
    seenPriceCents: money().notNull(),
    createdAt: createdAt(),
    /** The time that the customer chose at the line's market. */
    windowStartsAt: at(),
    /** Whether the line was saved for later, not in the cart. */
    wasSaved: boolean().notNull().default(false),
    removedAt: at().notNull(),
  },
  (t) => [index("removed_lines_of_customer").on(t.customerId), index("removed_lines_by_age").on(t.removedAt)],
)

/** One checkout: a hold on stock with frozen prices, and at most one payment. */
export const checkouts = pgTable(
  "checkouts",
  {
    id: id(),
    /** The number of the purchase that it becomes; starts at 100001. The bank statement has it after a "P". */
    number: bigint({ mode: "number" }).generatedByDefaultAsIdentity({ startWith: 100001 }),
    customerId: uuid()
      .notNull()
      .references(() => customers.userId),
    status: text({ enum: CHECKOUT_STATUSES }).notNull().default("open"),
    /** "delivery" if any of its markets delivers. */
    fulfilment: text({ enum: FULFILMENTS }).notNull(),
    shipTo: jsonb().$type<ShipTo>(),
    billing: jsonb().$type<Billing>(),
    ...positionColumns(),
    itemsCents: money().notNull(),
    taxCents: money().notNull(),
    deliveryCents: money().notNull(),
    tipCents: money().notNull().default(ZERO),
    /** The percentage that was chosen; null for a sum, and for no tip. */
    tipPercent: integer(),
    totalCents: money().notNull(),
    holdExpiresAt: at().notNull(),
    /**
     * After this the hold is not renewed. A checkout that replaces another one, because the cart changed, takes over
     * its value.
     */
    holdEndsAt: at().notNull().default(sql`now() + interval '30 minutes'`),
    /** The provider's objects for the current payment attempt; null while nothing can be paid. */
    stripePaymentIntentId: text().unique(),
    stripeCheckoutSessionId: text().unique(),
    /** Incremented whenever those objects are retired: the provider's idempotency keys contain it. */
    paymentAttempt: integer().notNull().default(1),
    stripeChargeId: text(),
    /** The card that paid, "visa" and "4242", and the text on its bank statement; null if the provider has none. */
    cardBrand: text(),
    cardLastFour: text(),
    statementName: text(),
    processorFeeCents: money(),
    taxProvider: text(),
    lastPaymentError: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    completedAt: at(),
  },
  (t) => [
    // One live checkout per customer: a second tab continues the first one instead of holding stock twice. The sweep of
    // holds reads this whole index. With a separate index for the sweep, plans for one customer would read all of that
    // index.
    uniqueIndex("checkouts_one_live").on(t.customerId).where(sql`status in ('open', 'paying')`),
    index("checkouts_of_customer").on(t.customerId, t.createdAt),
    index("checkouts_released").on(t.createdAt).where(sql`status = 'released'`),
    index("checkouts_with_instructions").on(t.createdAt).where(sql`ship_to ? 'instructions'`),
  ],
)

/** One market's part of a checkout. */
export const checkoutMarkets = pgTable(
  "checkout_markets",
  {
    id: id(),
    checkoutId: uuid()
      .notNull()
      .references(() => checkouts.id, { onDelete: "cascade" }),
    marketId: uuid()
      .notNull()
      .references(() => markets.id),
    /** Null: the checkout's, in rows that an earlier version of the code wrote. */
    fulfilment: text({ enum: FULFILMENTS }),
    itemsCents: money().notNull(),
    taxCents: money().notNull(),
    deliveryCents: money().notNull(),
    deliveryTaxCents: money().notNull(),
    /** Untaxed, for the person who delivers. */
    tipCents: money().notNull().default(ZERO),
    /** The tax provider's calculation, recorded at the provider once the order is paid. */
    taxCalculationId: text(),
    /** The provider's records of the paid sale, and of its reversal. */
    taxTransactionId: text(),
    taxReversalId: text(),
    distanceMiles: doublePrecision(),
    /** The start of the chosen window, in which a slot is held like the stock; null: as soon as possible. */
    windowStartsAt: at(),
    windowEndsAt: at(),
    /** The customer's note to the market; it can still be changed in the cart while the checkout is live. */
    note: text(),
    replacement: text({ enum: REPLACEMENTS }),
    /** The number for calls about a pickup. */
    phone: text(),
  },
  (t) => [
    unique().on(t.checkoutId, t.marketId),
    index("checkout_markets_of_market").on(t.marketId),
    index("checkout_markets_with_note").on(t.checkoutId).where(sql`note is not null or phone is not null`),
  ],
)

/** A held line: stock taken from its variant, with the price and the product's description frozen. */
export const checkoutLines = pgTable(
  "checkout_lines",
  {
    id: id(),
    checkoutId: uuid()
      .notNull()
      .references(() => checkouts.id, { onDelete: "cascade" }),
    marketId: uuid()
      .notNull()
      .references(() => markets.id),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    variantId: uuid()
      .notNull()
      .references(() => variants.id),
    quantity: integer().notNull(),
    unitPriceCents: money().notNull(),
    taxCents: money().notNull(),
    category: text().notNull(),
    section: text().notNull(),
    productName: text().notNull(),
    size: text().notNull(),
    ...unitColumns(),
    imageContainer: text(),
    imageName: text(),
  },
  (t) => [
    unique().on(t.checkoutId, t.variantId),
    index("checkout_lines_of_market").on(t.marketId),
    index("checkout_lines_of_variant").on(t.variantId),
  ],
)
