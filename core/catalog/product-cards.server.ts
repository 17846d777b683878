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

type Asked = { marketId: string; category?: string; page: number; limit?: number }

/**
 * A market's catalogue as columns of a query on markets: the categories it has something in, how many products are
 * asked for, and one page of them, oldest first. Retired products are left out.
 */
export function catalogueColumns(db: Executor, asked: Asked) {
  const inMarket = and(eq(products.marketId, asked.marketId), isNull(products.retiredAt))
  const where = asked.category ? and(inMarket, eq(products.category, asked.category)) : inMarket
  const limit = limitOf(asked)
  const cards = cardRows(db, where, limit, (asked.page - 1) * limit).as("card")
  return {
    categories: sql<
      string[]
    >`(select coalesce(json_agg(distinct ${products.category}), '[]') from ${products} where ${inMarket})`,
    total: sql<number>`(select count(*)::int from ${products} where ${where})`,
    cards: sql<CardRow[]>`(select coalesce(json_agg(card), '[]') from ${cards})`,
  }
}

/** What such a query has answered, as a page of cards. */
export function toProductPage(
  asked: Asked,
  { total, cards }: { total: number; cards: CardRow[] },
): ProductPage {
  return {
    products: cards.map(toCard),
    page: asked.page,
    pages: Math.ceil(total / limitOf(asked)),
    total,
  }
}

const limitOf = ({ limit }: Asked) => limit ?? PRODUCTS_PER_PAGE

const ofProduct = (column: SQL) => sql`(select ${column} from variants v where v.product_id = products.id)`

function cardRows(db: Executor, where: SQL | undefined, limit: number, offset: number) {
  return db
    .select({
      id: products.id,
      name: products.name,
      category: products.category,
      section: products.section,
      priceCents: sql<Cents>`${ofProduct(sql`min(v.price_cents)`)}`.as("priceCents"),
      highestCents: sql<number>`${ofProduct(sql`max(v.price_cents)`)}`.as("highestCents"),
      stock: sql<number>`${ofProduct(sql`coalesce(sum(v.stock), 0)`)}`.as("stock"),
      image: firstImage.as("image"),
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

type CardRow = Omit<ProductCard, "severalPrices"> & { highestCents: number }

function toCard({ highestCents, ...row }: CardRow): ProductCard {
  return { ...row, severalPrices: highestCents > row.priceCents }
}
