import type { Transaction } from "../../../db/client.ts"
import { productImages, products, variants } from "../../../db/schema/index.ts"
import type { DemoProduct } from "./demo-catalogue.ts"
import { imageKey } from "./draw-image.ts"
import { idOf } from "./insert-people.ts"

/** PostgreSQL allows 65,535 parameters in one statement. */
const BATCH = 500

/** Inserts products with their variants and images into one market. */
export async function insertProducts(
  tx: Transaction,
  list: readonly (DemoProduct & { marketId: string })[],
  given: { at: Date; imageIds: ReadonlyMap<string, string>; imageName: (key: string) => string },
): Promise<void> {
  for (let start = 0; start < list.length; start += BATCH) {
    const batch = list.slice(start, start + BATCH)
    const rows = await tx
      .insert(products)
      .values(
        batch.map(({ variants: _variants, images: _images, ...product }) => ({
          ...product,
          createdAt: given.at,
          updatedAt: given.at,
        })),
      )
      .returning({ id: products.id })
    const owned = rows.flatMap(({ id }, index) => {
      const product = batch[index]
      return product ? [{ id, product }] : []
    })
    await tx
      .insert(variants)
      .values(
        owned.flatMap(({ id, product }) =>
          product.variants.map((variant, position) => ({ ...variant, productId: id, position })),
        ),
      )
    await tx.insert(productImages).values(
      owned.flatMap(({ id, product }) =>
        product.images.map((image, position) => ({
          productId: id,
          imageId: idOf(given.imageIds, given.imageName(imageKey(image))),
          position,
        })),
      ),
    )
  }
}
