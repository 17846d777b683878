import type { Transaction } from "#db/client.ts"
import { products, variants } from "#db/schema/index.ts"
import type { ProductInput } from "./product-input.ts"

/** Inserts a product with its sizes; one without sizes gets a single variant with size ''. */
export async function insertProduct(tx: Transaction, marketId: string, input: ProductInput): Promise<string> {
  const { category, section, name, description } = input
  const measure = "sizes" in input ? {} : { unit: input.unit, unitAmount: input.unitAmount }
  const apparel = "sizes" in input ? { gender: input.gender, age: input.age } : {}
  const [product] = await tx
    .insert(products)
    .values({ marketId, category, section, name, description, ...apparel, ...measure })
    .returning({ id: products.id })
  if (!product) throw new Error("A product was not written.")
  const sizes =
    "sizes" in input ? input.sizes : [{ size: "", stock: input.stock, priceCents: input.priceCents }]
  await tx
    .insert(variants)
    .values(sizes.map((one, position) => ({ ...one, productId: product.id, position })))
  return product.id
}
