import { sql } from "drizzle-orm"
import { check, index, integer, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core"
import type { Section } from "#core/catalog/sections.ts"
import { markets, users } from "./accounts.ts"
import { at, createdAt, id, money, unitColumns } from "./columns.ts"

export const products = pgTable(
  "products",
  {
    id: id(),
    marketId: uuid()
      .notNull()
      .references(() => markets.id),
    category: text().notNull(),
    section: text().$type<Section>().notNull(),
    name: text().notNull(),
    description: text().notNull(),
    /** Clothing and Shoes only. */
    gender: text(),
    age: text(),
    ...unitColumns(),
    /** A retired product is no longer in the catalog, but still in the orders that contain it. */
    retiredAt: at(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    index("products_in_market").on(t.marketId, t.category, t.id).where(sql`retired_at is null`),
    index().on(t.marketId),
  ],
)

/** What a customer buys: a size with its price and stock. A product without sizes has one variant with size ''. */
export const variants = pgTable(
  "variants",
  {
    id: id(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    size: text().notNull().default(""),
    position: integer().notNull().default(0),
    priceCents: money().notNull(),
    /** The number that can still be sold: a hold takes from it immediately and returns it when it is released. */
    stock: integer().notNull(),
  },
  (t) => [
    unique().on(t.productId, t.size),
    check("variants_stock_not_negative", sql`${t.stock} >= 0`),
    check("variants_price_positive", sql`${t.priceCents} > 0`),
  ],
)

export const IMAGE_CONTAINERS = ["products", "markets", "identity", "deliveries"] as const

/** An uploaded image. `name` is unguessable; identity and delivery images are private all the same. */
export const images = pgTable(
  "images",
  {
    id: id(),
    container: text({ enum: IMAGE_CONTAINERS }).notNull(),
    name: text().notNull(),
    ownerId: uuid().references(() => users.id),
    status: text({ enum: ["processing", "ready", "failed"] })
      .notNull()
      .default("processing"),
    width: integer(),
    height: integer(),
    bytes: integer(),
    contentType: text().notNull(),
    /** When a private image of an applicant is deleted. */
    deleteAfter: at(),
    deletedAt: at(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("images_address").on(t.container, t.name),
    index("images_to_delete").on(t.deleteAfter).where(sql`deleted_at is null`),
    index().on(t.ownerId),
  ],
)

export const productImages = pgTable(
  "product_images",
  {
    id: id(),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    imageId: uuid()
      .notNull()
      .references(() => images.id),
    position: integer().notNull(),
  },
  (t) => [unique().on(t.productId, t.position), index().on(t.imageId)],
)
