import { sql } from "drizzle-orm"
import {
  bigint,
  boolean,
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
import { REPLACEMENTS } from "#core/orders/order-note.ts"
import { FULFILMENTS, ORDER_STATUSES } from "#core/orders/statuses.ts"
import { couriers, customers, markets, users } from "./accounts.ts"
import { images, products, variants } from "./catalog.ts"
import { at, createdAt, id, money, positionColumns } from "./columns.ts"
import { checkouts } from "./shopping.ts"

/** One market's part of a paid checkout. */
export const orders = pgTable(
  "orders",
  {
    id: id(),
    /** What people say on the phone; starts at 100001. Who places orders takes it from the sequence ahead. */
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
    /** The code the customer shows at the stall. */
    confirmation: text().notNull().unique(),
    itemsCents: money().notNull(),
    taxCents: money().notNull(),
    deliveryCents: money().notNull(),
    totalCents: money().notNull(),
    processorFeeCents: money().notNull(),
    platformFeeCents: money().notNull(),
    complete: boolean().generatedAlwaysAs(
      sql`(status = 'delivered' or (fulfilment = 'pickup' and status = 'picked up')) is true`,
    ),
    /** The window that the customer chose; null: as soon as possible. */
    windowStartsAt: at(),
    windowEndsAt: at(),
    /** What the customer asks of the market. */
    note: text(),
    replacement: text({ enum: REPLACEMENTS }),
    /**
     * From when reminders and automatic refunds count; null: from when it was placed. The window's beginning, or the
     * next opening and the preparation time where the market was closed.
     */
    clockStartsAt: at(),
    /** In the customer's hands; of a cancelled order: a courier carried it, and who took part is paid all the same. */
    fulfilledAt: at(),
    cancelledAt: at(),
    cancelledBy: text({ enum: ["seller", "admin", "system", "chargeback"] }),
    cancelReason: text(),
    /** Whether the goods of a cancelled order went back to the shelf; null: not cancelled, or before this was asked. */
    restocked: boolean(),
    /** The customer's bank took the money of this order back, and has not given it back. */
    chargedBackAt: at(),
    /** The bank has decided for the customer: the money is gone for good. */
    chargebackLostAt: at(),
    /** When the seller was reminded that the order waits for them. */
    remindedAt: at(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    unique().on(t.checkoutId, t.marketId),
    index("orders_of_customer").on(t.customerId, t.createdAt),
    index("orders_of_market").on(t.marketId, t.complete, t.createdAt),
    index("orders_unacted").on(t.createdAt).where(sql`status is null or status = 'pending'`),
    index("orders_with_note").on(t.createdAt).where(sql`note is not null`),
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
    imageContainer: text(),
    imageName: text(),
  },
  (t) => [index().on(t.orderId), index().on(t.productId)],
)

/** Where and by whom a delivery order is brought. Its status is the order's. */
export const deliveries = pgTable(
  "deliveries",
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .unique()
      .references(() => orders.id),
    /** null: the seller has not said · true: the seller's own person · false: a platform courier. */
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
    /** What the customer asks of the courier at the door: theirs alone, from "taken" on. Deleted after some time. */
    instructions: text(),
    /** Which of the customer's addresses it is; it may be gone. */
    addressId: uuid(),
    ...positionColumns(),
    distanceMiles: doublePrecision(),
    feeCents: money().notNull(),
    carrier: text(),
    trackingNumber: text(),
    photoId: uuid().references(() => images.id),
    /** When couriers were last offered it; null where they never were, or the seller brings it. */
    offeredAt: at(),
    takenAt: at(),
    /** When a courier had it for the first time: given back and taken again, its customer is not told of that again. */
    firstTakenAt: at(),
    pickedUpAt: at(),
    deliveredAt: at(),
    createdAt: createdAt(),
  },
  (t) => [
    // A courier carries one delivery at a time, whatever two phones of theirs tap at once.
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
   * The provider's last answer, from where and when: it is shown, and shrunk, until it is old. Goes with the position.
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
    /** The market that it is about, where it is about no order; one that had orders or products is never deleted. */
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
