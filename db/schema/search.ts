import { sql } from "drizzle-orm"
import { boolean, customType, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core"
import { markets } from "./accounts.ts"

/** A point of the unit sphere, see `marketPlace`. Only PostgreSQL itself reads and writes it. */
const cube = customType<{ data: string }>({ dataType: () => "cube" })

/**
 * The words by which a market can be found, each stemmed: those of its name, and those of the products that it sells or
 * has sold. The index finds the nearest markets with a word, however common or rare it is. Triggers of `markets` and
 * `products` write these three tables, so that they are always up to date.
 */
export const marketWords = pgTable(
  "market_words",
  {
    marketId: uuid()
      .notNull()
      .references(() => markets.id, { onDelete: "cascade" }),
    lexeme: text().notNull(),
    /** Null while the market's position is unknown. */
    place: cube(),
    inName: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.marketId, t.lexeme] }),
    index("market_words_near").using("gist", t.lexeme, t.place),
    index("market_words_in_name").using("gist", t.lexeme, t.place).where(sql`in_name`),
  ],
)

/** The stemmed words of the products that a market sells now, in the order in which search reads them. */
export const productWords = pgTable(
  "product_words",
  {
    marketId: uuid().notNull(),
    lexeme: text().notNull(),
    productId: uuid().notNull(),
    /** False for a word that occurs only in the category or section. */
    inName: boolean().notNull(),
    category: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.marketId, t.lexeme, t.productId] })],
)

/** Every word as people write it, with its stem, to correct misspelled queries. */
export const searchWords = pgTable(
  "search_words",
  { word: text().primaryKey(), lexeme: text().notNull() },
  (t) => [index("search_words_alike").using("gist", sql`${t.word} gist_trgm_ops`)],
)
