import { z } from "zod"
import { descriptionField, nameField, priceField, stockField } from "./product-input.ts"

/** The edit form: texts, and price and stock of one size ('' for a product without sizes). Stock may go to 0. */
export const editProductInput = z.object({
  productId: z.string(),
  name: nameField,
  description: descriptionField,
  size: z.string().default(""),
  priceCents: priceField,
  stock: stockField(0),
})
