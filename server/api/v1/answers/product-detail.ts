import { z } from "zod"
import { dollars, inDollars, maybe, text } from "../fields.ts"

const productFields = z.object({
  ...{
    idProduct: text,
    productName: text,
    description: text,
    category: text,
    productSection: text,
    market_id: text,
  },
  value: maybe(dollars).meta({ description: "Null where the sizes carry the price." }),
  quantity: maybe(z.int()),
  stripeID: maybe(text).meta({ description: "Always null: products have no object at the card processor." }),
})

/** A product with its images, sizes and gender. */
export const productDetail = z.object({
  product: productFields,
  images: z.array(z.object({ container_name: text, name: text })),
  sizes: maybe(z.array(z.object({ name: text, value: dollars, quantity: z.int() }))),
  gender: maybe(z.object({ gender: text, age: text })),
})

/** A product that was just created; its pictures follow by /images/insertimage. */
export const createdProduct = productDetail.extend({ StripeID: maybe(text) })

type Detail = {
  id: string
  marketId: string
  category: string
  section: string
  name: string
  description: string
  gender: string | null
  age: string | null
  variants: { size: string; priceCents: number; stock: number }[]
  images: { container: string; name: string }[]
}

export function toProductDetail(product: Detail): z.input<typeof productDetail> {
  const sized = product.variants.some(({ size }) => size !== "")
  const only = sized ? undefined : product.variants[0]
  const {
    id: idProduct,
    name: productName,
    description,
    category,
    section: productSection,
    gender,
    age,
  } = product
  return {
    product: {
      ...{ idProduct, productName, description, category, productSection, market_id: product.marketId },
      ...{ value: only ? inDollars(only.priceCents) : null, quantity: only?.stock ?? null, stripeID: null },
    },
    images: product.images.map(({ container, name }) => ({ container_name: container, name })),
    sizes: sized
      ? product.variants.map(({ size, priceCents, stock }) => ({
          ...{ name: size, value: inDollars(priceCents), quantity: stock },
        }))
      : null,
    gender: gender && age ? { gender, age } : null,
  }
}
