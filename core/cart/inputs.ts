import { z } from "zod"
import { MAX_LINE_QUANTITY } from "#core/catalog/product.ts"
import { FULFILMENTS } from "#core/orders/statuses.ts"
import { plainNumber } from "#core/plain-number.ts"

const quantityField = plainNumber(
  z
    .number({ error: "Choose a quantity." })
    .int("Choose a whole number.")
    .min(1, "Choose a quantity of at least 1.")
    .max(MAX_LINE_QUANTITY, `Choose a quantity of at most ${MAX_LINE_QUANTITY}.`),
)

export const addToCartInput = z.object({
  productId: z.uuid(),
  /** Empty for products without sizes. */
  size: z.string().trim().default(""),
  quantity: quantityField,
})
export type AddToCartInput = z.output<typeof addToCartInput>

export const changeQuantityInput = z.object({ lineId: z.uuid(), quantity: quantityField })
export type ChangeQuantityInput = z.output<typeof changeQuantityInput>

export const cartLineInput = z.object({ lineId: z.uuid() })

export const fulfilmentInput = z.object({
  fulfilment: z.enum(FULFILMENTS, { error: "Choose Delivery or Pick up." }),
})

/** When a window begins. */
export const windowStartField = z.iso
  .datetime({ error: "Choose a time." })
  .transform((text) => new Date(text))

/** When one market's part is wanted; empty: as soon as possible. */
export const chooseWindowInput = z.object({
  marketId: z.uuid(),
  startsAt: z
    .union([z.literal("").transform(() => null), windowStartField], { error: "Choose a time." })
    .nullable()
    .default(null),
})
export type ChooseWindowInput = z.output<typeof chooseWindowInput>

/** Proceed Checkout: the choice, and the name of the cart as the page showed it. */
export const proceedInput = fulfilmentInput.extend({ quote: z.string().max(100_000) })

/** A button that needs no more than being pressed. */
export const noInput = z.object({})
