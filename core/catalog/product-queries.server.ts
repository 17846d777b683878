import type { PgColumn } from "drizzle-orm/pg-core"
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
} satisfies Record<Exclude<keyof ProductFacts, "priceCents" | "stock">, PgColumn>

export type StoredFacts = Pick<typeof products.$inferSelect, keyof typeof factColumns>
