import { sql } from "drizzle-orm"
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core"
import { DEFAULT_PREP_MINUTES, type Span, type Week } from "#core/calendar/calendar.ts"
import { MOST_RADIUS_MILES } from "#core/calendar/taking-orders.ts"
import { CHANGE_DECISIONS, CHANGE_KINDS, type MarketChange } from "#core/market/market-changes.ts"
import { ZERO } from "#core/money.ts"
import { FULFILMENTS } from "#core/orders/statuses.ts"
import { markets } from "./accounts.ts"
import { images } from "./catalog.ts"
import { at, createdAt, id, money } from "./columns.ts"

/**
 * A new name or address that a seller requests for their market. Customers see the old one until an admin approves it.
 * An undecided request is open; a market has at most one open request of each kind.
 */
export const marketChanges = pgTable(
  "market_changes",
  {
    id: id(),
    marketId: uuid()
      .notNull()
      .references(() => markets.id),
    kind: text({ enum: CHANGE_KINDS }).notNull(),
    wanted: jsonb().$type<MarketChange["wanted"]>().notNull(),
    decision: text({ enum: CHANGE_DECISIONS }),
    /** Why it was denied; shown to the seller. */
    reason: text(),
    decidedBy: uuid(),
    decidedAt: at(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("market_changes_one_open").on(t.marketId, t.kind).where(sql`decided_at is null`),
    index().on(t.marketId),
    index("market_changes_waiting").on(t.createdAt).where(sql`decided_at is null`),
  ],
)

/** The photos of the market, in the order in which customers see them; the first is the cover. */
export const marketPhotos = pgTable(
  "market_photos",
  {
    marketId: uuid()
      .notNull()
      .references(() => markets.id, { onDelete: "cascade" }),
    imageId: uuid()
      .notNull()
      .references(() => images.id),
    position: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.marketId, t.imageId] })],
)

/**
 * When a market is open and takes orders, beyond its three texts of hours. A market without a row, or without a week in
 * it, is open as those texts say.
 */
export const marketCalendars = pgTable(
  "market_calendars",
  {
    marketId: uuid()
      .primaryKey()
      .references(() => markets.id, { onDelete: "cascade" }),
    week: jsonb().$type<Week>(),
    prepMinutes: integer().notNull().default(DEFAULT_PREP_MINUTES),
    pausedAt: at(),
    /** The first day on which orders are taken again; null while paused if the seller has not set a day. */
    pausedUntil: text(),
    pauseReason: text(),
    /** How many orders may choose one window; null: no limit. */
    pickupPlaces: integer(),
    deliveryPlaces: integer(),
    offersDelivery: boolean().notNull().default(true),
    deliveryRadiusMiles: integer().notNull().default(MOST_RADIUS_MILES),
    pickupMinimumCents: money().notNull().default(ZERO),
    deliveryMinimumCents: money().notNull().default(ZERO),
    /** Whether the seller's own person delivers by default; null: the seller chooses for each order. */
    hasOwnDeliverer: boolean(),
    updatedAt: createdAt(),
  },
  (t) => [check("market_calendars_radius", sql`${t.deliveryRadiusMiles} between 1 and 25`)],
)

/** A day on which a market is closed (no spans) or has other hours than on that weekday. */
export const marketDates = pgTable(
  "market_dates",
  {
    marketId: uuid()
      .notNull()
      .references(() => markets.id, { onDelete: "cascade" }),
    /** "2026-11-26", in the market's time zone. */
    date: text().notNull(),
    spans: jsonb().$type<readonly Span[]>().notNull(),
    note: text(),
  },
  (t) => [primaryKey({ columns: [t.marketId, t.date] })],
)

/** How many orders and live checkouts have a slot in a window. A window that nobody chose has no row. */
export const marketWindows = pgTable(
  "market_windows",
  {
    marketId: uuid()
      .notNull()
      .references(() => markets.id, { onDelete: "cascade" }),
    fulfilment: text({ enum: FULFILMENTS }).notNull(),
    startsAt: at().notNull(),
    taken: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.marketId, t.fulfilment, t.startsAt] }),
    check("market_windows_taken", sql`${t.taken} >= 0`),
  ],
)
