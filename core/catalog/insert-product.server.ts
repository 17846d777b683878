import type { Transaction } from "#db/client.ts"
import { products, variants } from "#db/schema/index.ts"
import type { Whole } from "#db/whole-row.ts"
import type { ProductInput } from "./product-facts.ts"

type NewProduct = Whole<typeof products.$inferInsert, "id" | "retiredAt" | "createdAt" | "updatedAt">
type NewVariant = Whole<typeof variants.$inferInsert, "id">

/** Inserts a product with its sizes; one without sizes gets a single variant with size ''. */
export async function insertProduct(tx: Transaction, marketId: string, input: ProductInput): Promise<string> {
  const { facts, sizes } = withSizes(input)
  const row: NewProduct = { marketId, ...facts }
  const [product] = await tx.insert(products).values(row).returning({ id: products.id })
  if (!product) throw new Error("A product was not written.")
  const rows: NewVariant[] = sizes.map((one, position) => ({ ...one, productId: product.id, position }))
  await tx.insert(variants).values(rows)
  return product.id
}

function withSizes(input: ProductInput) {
  if ("sizes" in input) {
    const { sizes, ...facts } = input
    return { facts: { ...facts, unit: null, unitAmount: null }, sizes }
  }
  const { priceCents, stock, ...facts } = input
  return { facts: { ...facts, gender: null, age: null }, sizes: [{ size: "", priceCents, stock }] }
}
