import { sql } from "drizzle-orm"
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core"
import { CHANGE_DECISIONS, CHANGE_KINDS, type MarketChange } from "#core/market/market-changes.ts"
import { markets } from "./accounts.ts"
import { images } from "./catalog.ts"
import { at, createdAt, id } from "./columns.ts"

/**
 * A name or an address that a seller wants for their market. Customers read the old one until an admin has approved it;
 * what nobody has decided is open, at most one of each kind.
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
    /** Why it was denied; the seller reads it. */
    reason: text(),
    decidedBy: uuid(),
    decidedAt: at(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("market_changes_one_open").on(t.marketId, t.kind).where(sql`decided_at is null`),
    index("market_changes_waiting").on(t.createdAt).where(sql`decided_at is null`),
  ],
)

/** What customers see of the market, in this order; the first is the cover. */
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
