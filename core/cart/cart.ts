import { z } from "zod"
import { type Cents, formatMoney } from "#core/money.ts"
import { MAX_NOTE_LENGTH, type OrderWish, pickupPhoneField, REPLACEMENTS } from "#core/orders/order-note.ts"
import { FULFILMENTS } from "#core/orders/statuses.ts"
import { plainNumber } from "#core/plain-number.ts"
import { readableText } from "#core/typed-text.ts"
import { MAX_UNITS_AT_ONCE } from "./cart-limits.ts"
import { tipAmountField, tipField } from "./tip.ts"

const quantityField = plainNumber(
  z
    .number({ error: "Choose a quantity." })
    .int("Choose a whole number.")
    .min(1, "Choose a quantity of at least 1.")
    .max(MAX_UNITS_AT_ONCE, `Choose a quantity of at most ${MAX_UNITS_AT_ONCE}.`),
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

/** The start of a window. */
export const windowStartField = z.iso
  .datetime({ error: "Choose a time." })
  .transform((text) => new Date(text))

/** When one market's part is wanted; empty for as soon as possible. */
const windowField = z
  .union([z.literal("").transform(() => null), windowStartField], { error: "Choose a time." })
  .nullable()
  .default(null)

/** The customer's note for a market; null for none. */
export const noteField = z
  .string()
  .overwrite(readableText)
  .max(MAX_NOTE_LENGTH, `Keep this to ${MAX_NOTE_LENGTH} characters.`)
  .transform((text) => text || null)
  .nullable()

/** What to do if a product is out; null: the market decides. */
export const replacementField = z
  .enum(REPLACEMENTS, { error: "Choose what to do if an item is out of stock." })
  .nullable()

const nothing = z.literal("").transform(() => null)

/**
 * The fields that every button of the cart's page submits: quantities by line; Delivery or Pick up, times, notes and
 * replacements by market; one phone number and one tip for all markets.
 */
export const updateCartInput = z.object({
  quantities: z.record(z.uuid(), quantityField).default({}),
  fulfilments: z.record(z.uuid(), fulfilmentInput.shape.fulfilment).default({}),
  windows: z.record(z.uuid(), windowField).default({}),
  notes: z.record(z.uuid(), noteField.default(null)).default({}),
  replacements: z.record(z.uuid(), z.union([nothing, replacementField])).default({}),
  phone: pickupPhoneField.optional(),
  tip: tipField.optional(),
  tipAmount: tipAmountField,
})
export type UpdateCartInput = z.output<typeof updateCartInput>

/**
 * For each wish to a market: the field above that has its values by market, and whether the cart clears it
 * once the order is placed or keeps it for the next order.
 */
export const NOTE_FACTS = {
  note: { field: "notes", endsWithOrder: true },
  replacement: { field: "replacements", endsWithOrder: false },
} as const satisfies Record<keyof OrderWish, { field: keyof UpdateCartInput; endsWithOrder: boolean }>

export const NOTE_KEYS = Object.keys(NOTE_FACTS) as (keyof OrderWish)[]
/** A field that has one part of the notes to all markets. */
export type NoteField = (typeof NOTE_FACTS)[keyof OrderWish]["field"]

/** The choice of delivery or pickup, with the page's other fields, so that changes made there are not lost. */
export const chooseInput = fulfilmentInput.extend(updateCartInput.shape)

/** Proceed Checkout: the choice, and the quote of the cart that the page showed. */
export const proceedInput = chooseInput.extend({ quote: z.string().max(100_000) })
export type ProceedInput = z.output<typeof proceedInput>

/** A problem of a cart line. All kinds but a changed price block checkout; a changed price is shown and accepted. */
export type LineProblem = {
  readonly kind: "market_closed" | "retired" | "sold_out" | "held" | "fewer_left" | "price_changed"
  /** What happened and what to do, in the customer's words. */
  readonly message: string
  readonly blocks: boolean
}

type LineFacts = {
  productName: string
  marketName: string
  marketSells: boolean
  /** Why the market takes no orders now, as a sentence; null if it takes orders. */
  closedText: string | null
  retired: boolean
  quantity: number
  available: number
  /** Another customer is paying for some of it now. */
  isHeld: boolean
  priceCents: Cents
  seenPriceCents: Cents
}

/** The most serious thing that happened to a line since it was added; null if it can be bought without changes. */
export function lineProblem(line: LineFacts): LineProblem | null {
  if (!line.marketSells)
    return blocking(
      "market_closed",
      `${line.marketName} isn't selling right now. Remove ${line.productName} from the cart to continue.`,
    )
  if (line.closedText)
    return blocking(
      "market_closed",
      `${line.closedText} Remove ${line.productName} from the cart to buy the rest now.`,
    )
  if (line.retired)
    return blocking("retired", `${line.productName} is no longer sold. Remove it from the cart to continue.`)
  if (line.available <= 0 && line.isHeld)
    return blocking(
      "held",
      `Someone else is paying for the last ${line.productName}. Try again in a few minutes, or remove it from the cart to continue.`,
    )
  if (line.available <= 0)
    return blocking("sold_out", `${line.productName} is sold out. Remove it from the cart to continue.`)
  if (line.available < line.quantity)
    return blocking(
      "fewer_left",
      line.available === 1
        ? `Only 1 of ${line.productName} is left. Choose 1 to continue.`
        : `Only ${line.available} of ${line.productName} are left. Choose ${line.available} or fewer to continue.`,
    )
  if (line.priceCents !== line.seenPriceCents)
    return {
      kind: "price_changed",
      message: `The price of ${line.productName} changed from ${formatMoney(line.seenPriceCents)} to ${formatMoney(line.priceCents)} since you put it in the cart.`,
      blocks: false,
    }
  return null
}

const GONE: readonly LineProblem["kind"][] = ["market_closed", "retired", "sold_out", "held"]

/** Whether any of a line can be bought now. Other lines are left out of every sum. */
export const isBuyable = ({ problem }: { problem: LineProblem | null }): boolean =>
  !problem || !GONE.includes(problem.kind)

function blocking(kind: LineProblem["kind"], message: string): LineProblem {
  return { kind, message, blocks: true }
}

type Quoted = { variantId: string; quantity: number; priceCents: number }
type Timed = { id: string; window: { startsAt: Date } | null }

/** The quantity of a variant in a quote; undefined if the quote does not name it. */
export function quotedQuantity(quote: string, variantId: string): number | undefined {
  const part = quote.split(" ").find((one) => one.startsWith(`${variantId}*`))
  const quantity = Number(part?.slice(variantId.length + 1).split("@")[0])
  return Number.isInteger(quantity) ? quantity : undefined
}

/** Returns the quote with another quantity of one variant. */
export function requote(quote: string, { variantId, quantity }: { variantId: string; quantity: number }) {
  return quote
    .split(" ")
    .map((part) => (part.startsWith(`${variantId}*`) ? part.replace(/\*\d+@/, `*${quantity}@`) : part))
    .join(" ")
}

/**
 * A text that identifies a cart's lines with their prices, and its times; carts with the same quote are the same
 * purchase.
 */
export function quoteOf(lines: readonly Quoted[], markets: readonly Timed[]): string {
  const parts = lines.map((line) => `${line.variantId}*${line.quantity}@${line.priceCents}`)
  const times = markets.flatMap(({ id, window }) =>
    window ? [`${id}=${window.startsAt.toISOString()}`] : [],
  )
  return [...parts.sort(), ...times.sort()].join(" ")
}
