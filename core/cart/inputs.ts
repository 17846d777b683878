import { z } from "zod"
import { MAX_LINE_QUANTITY } from "#core/catalog/product.ts"
import { MAX_NOTE_LENGTH, REPLACEMENTS } from "#core/orders/order-note.ts"
import { FULFILMENTS } from "#core/orders/statuses.ts"
import { plainNumber } from "#core/plain-number.ts"
import { readableText } from "#core/typed-text.ts"

/** What a line can hold, by the database's own constraint. */
export const MOST_IN_A_LINE = 999

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

export const cartMarketInput = z.object({ marketId: z.uuid() })
export const savedLineInput = z.object({ savedId: z.uuid() })
export const removalInput = z.object({ removalId: z.uuid() })

export const fulfilmentInput = z.object({
  fulfilment: z.enum(FULFILMENTS, { error: "Choose Delivery or Pick up." }),
})

/** When a window begins. */
export const windowStartField = z.iso
  .datetime({ error: "Choose a time." })
  .transform((text) => new Date(text))

/** When one market's part is wanted; empty: as soon as possible. */
const windowField = z
  .union([z.literal("").transform(() => null), windowStartField], { error: "Choose a time." })
  .nullable()
  .default(null)

/** What the customer asks of a market; null: nothing. */
export const noteField = z
  .string()
  .overwrite(readableText)
  .max(MAX_NOTE_LENGTH, `Keep this to ${MAX_NOTE_LENGTH} characters.`)
  .transform((text) => text || null)
  .nullable()

/** What is to be done where a product is out; null: the market decides. */
export const replacementField = z
  .enum(REPLACEMENTS, { error: "Choose what to do if something is out." })
  .nullable()

const nothing = z.literal("").transform(() => null)

/** What every button of the cart's page sends along: quantities by line, and when and how each market's part is wanted. */
export const updateCartInput = z.object({
  quantities: z.record(z.uuid(), quantityField).default({}),
  windows: z.record(z.uuid(), windowField).default({}),
  notes: z.record(z.uuid(), noteField.default(null)).default({}),
  replacements: z.record(z.uuid(), z.union([nothing, replacementField])).default({}),
})
export type UpdateCartInput = z.output<typeof updateCartInput>

/** The choice of delivery or pickup, where what was typed beside it is not to be lost. */
export const chooseInput = fulfilmentInput.extend(updateCartInput.shape)
export type ChooseInput = z.output<typeof chooseInput>

/** Proceed Checkout: the choice, and the name of the cart as the page showed it. */
export const proceedInput = chooseInput.extend({ quote: z.string().max(100_000) })
export type ProceedInput = z.output<typeof proceedInput>
