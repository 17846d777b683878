import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm"
import type { Executor } from "#db/client.ts"
import { products } from "#db/schema/index.ts"
import type { Cents } from "../money.ts"

/** Market and seller product lists show four a page (specification, section 9). */
export const PRODUCTS_PER_PAGE = 4

export type ProductImage = { container: string; name: string }

export type ProductCard = {
  id: string
  name: string
  category: string
  section: string
  /** The lowest price of its sizes. */
  priceCents: Cents
  /** True when its sizes cost differently: the price then reads "from". */
  severalPrices: boolean
  stock: number
  image: ProductImage | null
}

export type ProductPage = { products: ProductCard[]; page: number; pages: number; total: number }

/** One page of a market's catalogue, oldest first, optionally of one category. Retired products are left out. */
export async function productCards(
  db: Executor,
  filter: { marketId: string; category?: string; page: number; limit?: number },
): Promise<ProductPage> {
  const limit = filter.limit ?? PRODUCTS_PER_PAGE
  const where = and(
    eq(products.marketId, filter.marketId),
    isNull(products.retiredAt),
    filter.category ? eq(products.category, filter.category) : undefined,
  )
  const [rows, [count]] = await Promise.all([
    cardRows(db, where, limit, (filter.page - 1) * limit),
    db.select({ total: sql<number>`count(*)::int` }).from(products).where(where),
  ])
  const total = count?.total ?? 0
  return { products: rows.map(toCard), page: filter.page, pages: Math.ceil(total / limit), total }
}

/** The categories in which a market has something to show, in the order of the catalogue's own list. */
export async function categoriesOf(db: Executor, marketId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ category: products.category })
    .from(products)
    .where(and(eq(products.marketId, marketId), isNull(products.retiredAt)))
  return rows.map((row) => row.category)
}

const ofProduct = (column: SQL) => sql`(select ${column} from variants v where v.product_id = products.id)`

function cardRows(db: Executor, where: SQL | undefined, limit: number, offset: number) {
  return db
    .select({
      id: products.id,
      name: products.name,
      category: products.category,
      section: products.section,
      priceCents: sql<Cents>`${ofProduct(sql`min(v.price_cents)`)}`.mapWith(Number),
      highestCents: sql<number>`${ofProduct(sql`max(v.price_cents)`)}`.mapWith(Number),
      stock: sql<number>`${ofProduct(sql`coalesce(sum(v.stock), 0)`)}`.mapWith(Number),
      image: firstImage,
    })
    .from(products)
    .where(where)
    .orderBy(asc(products.id))
    .limit(limit)
    .offset(offset)
}

const firstImage = sql<ProductImage | null>`(
  select json_build_object('container', i.container, 'name', i.name)
  from product_images pi join images i on i.id = pi.image_id
  where pi.product_id = products.id and i.status = 'ready'
  order by pi.position limit 1)`

function toCard({ highestCents, ...row }: Awaited<ReturnType<typeof cardRows>>[number]): ProductCard {
  return { ...row, priceCents: row.priceCents as Cents, severalPrices: highestCents > row.priceCents }
}
