import { sql } from "drizzle-orm"
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core"
import type { ProviderRoute } from "#core/deliveries/provider-route.ts"
import { ZERO } from "#core/money.ts"
import { REPLACEMENTS } from "#core/orders/order-note.ts"
import { DIFFERENCES } from "#core/orders/packing.ts"
import { ANSWERED_BY, REPLACEMENT_STATUSES } from "#core/orders/replacement.ts"
import { FULFILMENTS, HANDED_OVER_WITH, ORDER_STATUSES } from "#core/orders/statuses.ts"
import { couriers, customers, markets, users } from "./accounts.ts"
import { images, products, variants } from "./catalog.ts"
import { at, createdAt, id, money, positionColumns, unitColumns } from "./columns.ts"
import { checkouts } from "./shopping.ts"

/** Open: its customer does not have it yet, and it is not canceled. In words that the index and its queries share. */
export const OPEN = sql`not complete and status is distinct from 'cancelled'`

/** One market's part of a paid checkout. */
export const orders = pgTable(
  "orders",
  {
    id: id(),
    /**
     * The number that people say on the phone; starts at 100001. Placing orders takes it from the sequence in advance.
     */
    number: bigint({ mode: "number" }).generatedByDefaultAsIdentity({ startWith: 100001 }).unique(),
    checkoutId: uuid()
      .notNull()
      .references(() => checkouts.id),
    customerId: uuid()
      .notNull()
      .references(() => customers.userId),
    marketId: uuid()
      .notNull()
      .references(() => markets.id),
    fulfilment: text({ enum: FULFILMENTS }).notNull(),
    status: text({ enum: ORDER_STATUSES }),
    /** The code the customer shows at the market. */
    confirmation: text().notNull().unique(),
    itemsCents: money().notNull(),
    taxCents: money().notNull(),
    deliveryCents: money().notNull(),
    /** Untaxed, for the person who delivers. */
    tipCents: money().notNull().default(ZERO),
    totalCents: money().notNull(),
    processorFeeCents: money().notNull(),
    platformFeeCents: money().notNull(),
    complete: boolean().generatedAlwaysAs(
      sql`(status = 'delivered' or (fulfilment = 'pickup' and status = 'picked up')) is true`,
    ),
    /** The start of the window that the customer chose; null: as soon as possible. */
    windowStartsAt: at(),
    windowEndsAt: at(),
    /** The customer's note to the market. */
    note: text(),
    replacement: text({ enum: REPLACEMENTS }),
    /** The number for the market's calls about a pickup; a delivery has one with its address. */
    phone: text(),
    /** When the seller first saw to it: by "Got it", or by the first step. */
    acknowledgedAt: at(),
    /**
     * The time from which reminders and automatic refunds count: the start of the window, or, if the market was closed,
     * its next opening plus the preparation time. Null: from when the order was placed.
     */
    clockStartsAt: at(),
    /** When it should be ready: the start of its window, or the earliest time that the market could have it ready. */
    dueAt: at().notNull().defaultNow(),
    /**
     * When the customer got the order. Also set for a canceled order that a courier had picked up: everyone who took
     * part is still paid.
     */
    fulfilledAt: at(),
    /**
     * Whether the customer showed the confirmation code when the seller handed a pickup order over; null: not handed
     * over, or before this was recorded.
     */
    handedOverWith: text({ enum: HANDED_OVER_WITH }),
    cancelledAt: at(),
    cancelledBy: text({ enum: ["seller", "admin", "system", "chargeback"] }),
    cancelReason: text(),
    /**
     * Whether the goods of a canceled order were restocked; null: not canceled, or canceled before this was recorded.
     */
    restocked: boolean(),
    /** When the customer's bank took the money of this order back; null if it did not, or has returned it. */
    chargedBackAt: at(),
    /** When the bank decided for the customer: the money is lost. */
    chargebackLostAt: at(),
    /** When the market was reminded that nobody had acknowledged it; null: not reminded. */
    newOrderRemindedAt: at(),
    /** When the seller was reminded of the order. */
    remindedAt: at(),
    /** When the market packed it; null: not packed yet. */
    packedAt: at(),
    /** The number of bags that it was packed in; null until packed. */
    bags: integer(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    unique().on(t.checkoutId, t.marketId),
    index("orders_of_customer").on(t.customerId, t.createdAt),
    index("orders_of_market").on(t.marketId, t.complete, t.createdAt),
    index("orders_due").on(t.marketId, t.dueAt, t.id).where(OPEN),
    index("orders_done").on(t.marketId, t.fulfilledAt).where(sql`complete`),
    index("orders_unacknowledged").on(t.marketId, t.dueAt).where(sql`acknowledged_at is null and ${OPEN}`),
    index("orders_unacted").on(t.createdAt).where(sql`status is null or status = 'pending'`),
    check("orders_bags", sql`${t.bags} between 1 and 99`),
    index("orders_with_note").on(t.createdAt).where(sql`note is not null or phone is not null`),
  ],
)

export const orderLines = pgTable(
  "order_lines",
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
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
    /** How many of the quantity are in the bag; null: not dealt with yet. */
    packedQuantity: integer(),
    /** The real amount in the line's unit, of a line that is priced by final weight. */
    packedAmount: doublePrecision(),
    /** Why less is in the bag than was ordered; null: nothing is missing. */
    differenceReason: text({ enum: DIFFERENCES }),
    /** How many of the quantity other lines replace: they are neither given nor refunded as such. */
    replacedQuantity: integer().notNull().default(0),
    /** The line that this one replaces, or a part of it; it was paid for with that line's money. */
    replacesLineId: uuid().references((): AnyPgColumn => orderLines.id),
  },
  (t) => [
    index().on(t.orderId),
    index().on(t.productId),
    index("order_lines_replacing").on(t.replacesLineId).where(sql`replaces_line_id is not null`),
    check("order_lines_packed", sql`${t.packedQuantity} between 0 and ${t.quantity}`),
    check("order_lines_replaced", sql`${t.replacedQuantity} between 0 and ${t.quantity}`),
  ],
)

/**
 * What a seller offers a customer instead of a part of an order that is missing. While it is open, its quantity is held:
 * taken from the stock. Accepted, it is a line of the order.
 */
export const replacementOffers = pgTable(
  "replacement_offers",
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    lineId: uuid()
      .notNull()
      .references(() => orderLines.id),
    /** How many of the line are missing, and what was paid for them. */
    missingQuantity: integer().notNull(),
    missingItemsCents: money().notNull(),
    missingTaxCents: money().notNull(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    variantId: uuid()
      .notNull()
      .references(() => variants.id),
    quantity: integer().notNull(),
    /** The price at the time of the offer, and the tax of the whole quantity. */
    unitPriceCents: money().notNull(),
    taxCents: money().notNull(),
    category: text().notNull(),
    section: text().notNull(),
    productName: text().notNull(),
    size: text().notNull(),
    ...unitColumns(),
    imageContainer: text(),
    imageName: text(),
    status: text({ enum: REPLACEMENT_STATUSES }).notNull().default("open"),
    offeredAt: at().notNull(),
    /** Until then the customer can answer. */
    expiresAt: at().notNull(),
    /** When it was answered, taken back, or its time was over; null while it is open. */
    answeredAt: at(),
    /** Null while it is open, and if the market took it back. */
    answeredBy: text({ enum: ANSWERED_BY }),
  },
  (t) => [
    index("replacement_offers_of_order").on(t.orderId),
    uniqueIndex("replacement_offers_one_open").on(t.lineId).where(sql`status = 'open'`),
    check("replacement_offers_quantities", sql`${t.quantity} > 0 and ${t.missingQuantity} > 0`),
  ],
)

/** Where a delivery order goes and who delivers it. Its status is the order's. */
export const deliveries = pgTable(
  "deliveries",
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .unique()
      .references(() => orders.id),
    /** null: the seller has not decided · true: the seller's own person · false: a platform courier. */
    hasDeliverer: boolean(),
    courierId: uuid("deliverer_id").references(() => couriers.userId),
    firstName: text().notNull(),
    lastName: text().notNull(),
    address: text().notNull(),
    addressOne: text().notNull().default(""),
    city: text().notNull(),
    state: text().notNull(),
    zip: text().notNull(),
    phone: text().notNull(),
    email: text().notNull(),
    /**
     * The customer's instructions for the courier at the door: only the courier sees them, starting with "taken".
     * Deleted after some time.
     */
    instructions: text(),
    /** The customer's saved address that was used; it may be deleted by now. */
    addressId: uuid(),
    ...positionColumns(),
    distanceMiles: doublePrecision(),
    feeCents: money().notNull(),
    carrier: text(),
    trackingNumber: text(),
    photoId: uuid().references(() => images.id),
    /** When couriers were last offered it; null if they never were, or the seller delivers it. */
    offeredAt: at(),
    takenAt: at(),
    /** When a courier first took it. If it is given back and taken again, the customer is not notified again. */
    firstTakenAt: at(),
    pickedUpAt: at(),
    deliveredAt: at(),
    createdAt: createdAt(),
  },
  (t) => [
    // A courier has one delivery at a time, even if two of their phones tap at once.
    uniqueIndex("deliveries_one_active")
      .on(t.courierId)
      .where(sql`deliverer_id is not null and delivered_at is null`),
    index("deliveries_waiting").on(t.offeredAt).where(sql`has_deliverer is false and deliverer_id is null`),
    index("deliveries_delivered").on(t.courierId, t.deliveredAt),
    index("deliveries_to_address").on(t.addressId).where(sql`address_id is not null`),
    index("deliveries_with_instructions").on(t.createdAt).where(sql`instructions is not null`),
  ],
)

/** The courier's last position, only between pick-up and delivery. */
export const courierPositions = pgTable("courier_positions", {
  deliveryId: uuid()
    .primaryKey()
    .references(() => deliveries.id, { onDelete: "cascade" }),
  lat: doublePrecision().notNull(),
  lng: doublePrecision().notNull(),
  accuracyMeters: doublePrecision().notNull(),
  recordedAt: at().notNull(),
  /**
   * The provider's last route, with its start and time: it is shown, and shortened as the courier moves, until it is
   * outdated. Deleted with the position.
   */
  route: jsonb("way").$type<ProviderRoute>(),
})

export const notifications = pgTable(
  "notifications",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text({ enum: ["customer", "seller", "deliverer", "admin"] }).notNull(),
    orderId: uuid().references(() => orders.id),
    /** The market of a notification about no order; a market that had orders or products is never deleted. */
    marketId: uuid(),
    message: text().notNull(),
    seenAt: at(),
    createdAt: createdAt(),
  },
  (t) => [
    index("notifications_of_person").on(t.userId, t.role, t.id),
    index("notifications_unseen").on(t.userId, t.role).where(sql`seen_at is null`),
    index("notifications_seen_by_age").on(t.seenAt).where(sql`seen_at is not null`),
    index("notifications_unseen_by_age").on(t.createdAt).where(sql`seen_at is null`),
  ],
)
