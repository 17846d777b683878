import { and, asc, eq, isNull, type Name, type SQL, type SQLWrapper, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import type { Cents } from "#core/money.ts"
import type { ImageAddress } from "#core/ports/images.ts"
import type { Executor } from "#db/client.ts"
import { products } from "#db/schema/index.ts"
import type { ProductFacts } from "./product-facts.ts"

/** Every fact of a product but price and stock, which its sizes have. */
export const factColumns = {
  category: products.category,
  section: products.section,
  gender: products.gender,
  age: products.age,
  name: products.name,
  description: products.description,
  unit: products.unit,
  unitAmount: products.unitAmount,
  byWeight: products.byWeight,
} satisfies Record<Exclude<keyof ProductFacts, "priceCents" | "stock">, PgColumn>

export type StoredFacts = Pick<typeof products.$inferSelect, keyof typeof factColumns>

/** Cards on a page of a catalog, if the caller sets no limit. */
export const PRODUCTS_PER_PAGE = 4

export type ProductImage = { container: string; name: string }

export type ProductCard = Pick<typeof products.$inferSelect, PageColumn> & {
  /** The lowest price of its sizes. */
  priceCents: Cents
  /** True if its sizes have different prices: the price then reads "from". */
  severalPrices: boolean
  stock: number
  image: ProductImage | null
}

export type ProductPage = { products: ProductCard[]; page: number; pages: number; total: number }

type CatalogueQuery = { marketId: string; category?: string; page: number; limit?: number }

/** The number of a market's products by category; empty categories are missing. */
export type CategoryCounts = Readonly<Partial<Record<string, number>>>

const inMarket = and(eq(products.marketId, sql.placeholder("marketId")), isNull(products.retiredAt))

/** `CategoryCounts` as a column of a query on markets that takes `marketId`. */
export const categoryCounts = sql<CategoryCounts>`(
  select coalesce(json_object_agg(counted.category, counted.products), '{}')
  from (select ${products.category} category, count(*)::int products from ${products} where ${inMarket}
    group by ${products.category}) counted)`

/**
 * A market's catalog as columns of a query on markets: the number of products by category, and the requested page of
 * products, oldest first. Retired products are left out. The query takes `catalogueValues`.
 */
export function catalogueColumns(db: Executor) {
  const category = sql`${sql.placeholder("category")}::text`
  const where = and(inMarket, sql`(${category} is null or ${products.category} = ${category})`)
  const cards = cardRows(db, where).as("card")
  return {
    counts: categoryCounts,
    cards: sql<CardRow[]>`(select coalesce(json_agg(card), '[]') from ${cards})`,
  }
}

/** The first products of each category, as a column of a query on markets that takes `marketId`. */
export function shelvesColumn(db: Executor) {
  const kinds = db.selectDistinct({ kind: products.category }).from(products).where(inMarket).as("kinds")
  const page = db
    .select(pageColumns)
    .from(products)
    .where(and(inMarket, eq(products.category, kinds.kind)))
    .orderBy(asc(products.id))
    .limit(PRODUCTS_PER_PAGE)
    .as("page")
  const cards = db
    .select(cardColumns(page))
    .from(kinds)
    .innerJoinLateral(page, sql`true`)
    .leftJoin(sizes, sql`true`)
    .leftJoin(firstImage, sql`true`)
    .orderBy(asc(page.id))
    .as("card")
  return sql<CardRow[]>`(select coalesce(json_agg(card), '[]') from ${cards})`
}

/** The placeholders of a query with `catalogueColumns`; pages count from 1. */
export function catalogueValues(query: CatalogueQuery) {
  const limit = limitOf(query)
  const { marketId, category = null, page } = query
  return { marketId, category, limit, offset: (page - 1) * limit }
}

/** Builds a page of cards from a row of such a query. */
export function toProductPage(
  query: CatalogueQuery,
  { counts, cards }: { counts: CategoryCounts; cards: CardRow[] },
): ProductPage {
  const total = query.category ? (counts[query.category] ?? 0) : totalOf(counts)
  return {
    products: cards.map(toCard),
    page: query.page,
    pages: Math.ceil(total / limitOf(query)),
    total,
  }
}

/** The number of products in all categories together. */
export const totalOf = (counts: CategoryCounts): number =>
  Object.values(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0)

const limitOf = ({ limit }: CatalogueQuery) => limit ?? PRODUCTS_PER_PAGE

/** The columns of `products` that a card needs. */
export const pageColumns = {
  id: products.id,
  name: products.name,
  category: products.category,
  section: products.section,
  unit: products.unit,
  unitAmount: products.unitAmount,
  byWeight: products.byWeight,
}

/** Limits the page first, so that sizes and images are read for its products only. */
function cardRows(db: Executor, where: SQL | undefined) {
  const page = db
    .select(pageColumns)
    .from(products)
    .where(where)
    .orderBy(asc(products.id))
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .as("page")
  return db
    .select(cardColumns(page))
    .from(page)
    .leftJoin(sizes, sql`true`)
    .leftJoin(firstImage, sql`true`)
    .orderBy(asc(page.id))
}

type PageColumn = keyof typeof pageColumns
type CardColumns = { [Column in PageColumn]: SQL.Aliased<(typeof products.$inferSelect)[Column]> }

/**
 * The columns of a card, for a query named `page` that is joined with `firstImage`, and with `sizes` or another source
 * of the sizes' lowest and highest price and stock. Each is named like the card's field: when cards are returned as
 * JSON, the key would otherwise be the column's own name.
 */
export function cardColumns(page: Record<PageColumn, SQLWrapper>, ofSizes: Name = sql.identifier("sizes")) {
  const names = Object.keys(pageColumns) as PageColumn[]
  const named = Object.fromEntries(names.map((name) => [name, sql`${page[name]}`.as(name)])) as CardColumns
  return {
    ...named,
    priceCents: sql<Cents>`${ofSizes}.lowest`.as("priceCents"),
    highestCents: sql<number>`${ofSizes}.highest`.as("highestCents"),
    stock: sql<number>`${ofSizes}.stock`.as("stock"),
    image: firstImageAddress.as("image"),
  }
}

/** Lowest and highest price in cents and total stock of a product's sizes, to be joined to a query named `page`. */
export const sizes = sql`lateral (
  select min(v.price_cents) lowest, max(v.price_cents) highest, coalesce(sum(v.stock), 0)::int stock
  from variants v where v.product_id = page.id) sizes`

/** A product's first image, to be joined laterally and read with `firstImageAddress`. */
export const firstImageOf = (productId: SQLWrapper) => sql`lateral (
  select json_build_object('container', i.container, 'name', i.name) address
  from product_images pi join images i on i.id = pi.image_id
  where pi.product_id = ${productId} and i.status <> 'failed' and i.deleted_at is null
  order by pi.position limit 1) first_picture`
/** Container and name of that image; null for a product without a visible one. */
export const firstImageAddress = sql<ImageAddress | null>`first_picture.address`

/** `firstImageOf` for a query named `page`. */
export const firstImage = firstImageOf(sql`page.id`)

/** Whether any size of a product is in stock. */
export const inStock = sql`exists (select from variants v where v.product_id = ${products.id} and v.stock > 0)`

export type CardRow = Omit<ProductCard, "severalPrices"> & { highestCents: number }

/** A card from a row with `cardColumns`. */
export function toCard({ highestCents, ...row }: CardRow): ProductCard {
  return { ...row, severalPrices: highestCents > row.priceCents }
}
