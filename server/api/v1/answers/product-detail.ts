import { z } from "zod"
import { dollars, EXAMPLE_ID, inDollars, maybe, text, unitFields } from "../fields.ts"

const productFields = z
  .object({
    idProduct: text,
    productName: text,
    description: text,
    category: text,
    productSection: text,
    market_id: text,
    value: maybe(dollars).meta({ description: "US dollars; null if each size has its own price." }),
    quantity: maybe(z.int()).meta({
      description: "The quantity in stock; null if each size has its own quantity.",
    }),
    ...unitFields,
    stripeID: maybe(text).meta({
      description: "Always null: products have no object at the card processor.",
    }),
  })
  .meta({ id: "Product" })

export const productImage = z
  .object({ container_name: text, name: text })
  .meta({ id: "ProductImage", description: "The file is at /images/{container_name}/{name}." })

const detailFields = {
  product: productFields,
  images: z.array(productImage),
  sizes: maybe(
    z.array(z.object({ name: text, value: dollars, quantity: z.int() }).meta({ id: "ProductSize" })),
  ).meta({ description: "Clothing and Shoes only." }),
  gender: maybe(z.object({ gender: text, age: text })).meta({ description: "Clothing and Shoes only." }),
}

/** A product with its images, sizes and gender. */
export const productDetail = z.object(detailFields).meta({
  id: "ProductDetail",
  description: "A product with its images and sizes.",
  examples: [
    {
      product: {
        idProduct: EXAMPLE_ID,
        productName: "Gala apples",
        description: "Crisp and sweet.",
        category: "Fruits",
        productSection: "Apples",
        market_id: EXAMPLE_ID,
        value: 3.5,
        quantity: 20,
        unit: "lb",
        unitAmount: null,
        byWeight: false,
        stripeID: null,
      },
      images: [{ container_name: "products", name: "apples.webp" }],
      sizes: null,
      gender: null,
    },
  ],
})

/** A product that was just created; upload its images with /images/insertimage. */
export const createdProduct = z
  .object({ ...detailFields, StripeID: maybe(text).meta({ description: "Always null." }) })
  .meta({ id: "CreatedProduct" })

type Detail = {
  id: string
  marketId: string
  category: string
  section: string
  name: string
  description: string
  gender: string | null
  age: string | null
  unit: string | null
  unitAmount: number | null
  byWeight: boolean
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
      idProduct,
      productName,
      description,
      category,
      productSection,
      market_id: product.marketId,
      value: only ? inDollars(only.priceCents) : null,
      quantity: only?.stock ?? null,
      unit: product.unit,
      unitAmount: product.unitAmount,
      byWeight: product.byWeight,
      stripeID: null,
    },
    images: product.images.map(({ container, name }) => ({ container_name: container, name })),
    sizes: sized
      ? product.variants.map(({ size, priceCents, stock }) => ({
          name: size,
          value: inDollars(priceCents),
          quantity: stock,
        }))
      : null,
    gender: gender && age ? { gender, age } : null,
  }
}
