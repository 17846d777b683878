import { z } from "zod"
import { isDate, type LocalDate } from "#core/calendar/zoned-time.ts"
import { CATEGORIES, isCategory } from "#core/catalog/categories.ts"
import { type Measure, nameBesideUnit, quantityText } from "#core/catalog/product.ts"
import { countText } from "#core/count-text.ts"
import type { OrderNote } from "./order-note.ts"
import type { Fulfilment } from "./statuses.ts"

/** Which of a seller's open orders to pick: those of a day, of a window, or chosen ones. */
export type PickSelection = {
  /** In the market's time zone. Null: the earliest day on which an open order is due. */
  day: LocalDate | null
  /** The start of a window; "asap": orders without one. Null: all orders of the day. */
  window: Date | "asap" | null
  /** The numbers of chosen orders; if there are any, day and window do not count. */
  numbers: number[]
  /** What the address has that cannot be read, in sentences. */
  problems: string[]
}

/** The names of the address's parameters. */
export const PICK_PARAMS = { day: "day", window: "window", orders: "orders", view: "view" } as const

/** More chosen orders than a list shows. */
const MOST_NUMBERS = 300

/** Reads `?day=2026-11-28`, `?window=2026-11-28T15:00:00.000Z` and `?orders=100001,100002`. */
export function readPickSelection(params: URLSearchParams): PickSelection {
  const day = params.get(PICK_PARAMS.day) ?? ""
  const window = params.get(PICK_PARAMS.window) ?? ""
  const numbers = params
    .getAll(PICK_PARAMS.orders)
    .flatMap((list) => list.split(","))
    .map((text) => text.trim())
    .filter(Boolean)
  const isNumber = (text: string) => /^\d{1,9}$/.test(text)
  const startsAt = window && window !== "asap" ? new Date(window) : null
  const isTime = startsAt !== null && !Number.isNaN(startsAt.getTime())
  return {
    day: isDate(day) ? day : null,
    window: window === "asap" ? window : isTime ? startsAt : null,
    numbers: [...new Set(numbers.filter(isNumber).map(Number))].slice(0, MOST_NUMBERS),
    problems: [
      ...(day && !isDate(day) ? ["This link has a day that doesn't exist."] : []),
      ...(startsAt && !isTime ? ["This link has a time that doesn't exist."] : []),
      ...(numbers.some((text) => !isNumber(text)) ? ["This link has an order number that isn't one."] : []),
    ],
  }
}

const MOST_LINES = 1_000

/** The lines of a box on the pick list, separated by commas. */
export const pickLinesInput = z.object({
  lineIds: z
    .string({ error: "Which items?" })
    .transform((list) => list.split(","))
    .pipe(z.array(z.uuid({ error: "Which items?" })).max(MOST_LINES, "Too many items at once.")),
})

export type PickLines = z.output<typeof pickLinesInput>

/** What a box on the pick list does, by the ids of lines. */
export type CheckOff = {
  /**
   * The lines that it checks off. What is priced by final weight has to be weighed instead, and for what waits for its
   * customer's answer nothing can be picked.
   */
  open: string[]
  /** The lines that it opens again. */
  done: string[]
  /** Whether all is picked. */
  isDone: boolean
}

type Checkable = Pick<PickLine, "id" | "byWeight" | "isPicked" | "canReopen" | "isWaiting">

/** What the box of these lines does. */
export const checkOffOf = (lines: readonly Checkable[]): CheckOff => ({
  open: lines
    .filter(({ isPicked, byWeight, isWaiting }) => !isPicked && !byWeight && !isWaiting)
    .map(({ id }) => id),
  done: lines.filter(({ canReopen }) => canReopen).map(({ id }) => id),
  isDone: lines.every(({ isPicked }) => isPicked),
})

/** What is left to give of one line of an order. */
export type PickLine = Measure & {
  id: string
  productId: string
  productName: string
  size: string
  category: string
  section: string
  /** What is in the bag, or is to be. */
  quantity: number
  /** Whether it was dealt with, or its order is ready. */
  isPicked: boolean
  /** Whether the box of a pick list opens it again: it was packed as ordered, and its order is not ready. */
  canReopen: boolean
  /** Whether the customer was offered a replacement and can still answer. */
  isWaiting: boolean
  /** What it replaces, "Blueberries, pint"; null if it was ordered. */
  insteadOf: string | null
  imageContainer: string | null
  imageName: string | null
}

export type PickOrder = Pick<OrderNote, "note" | "replacement"> & {
  id: string
  number: number
  fulfilment: Fulfilment
  firstName: string
  customerName: string
  /** Of a delivery's address. */
  zip: string | null
  /** "Sat, Nov 28, 10–11 am" */
  due: string
  /** "10–11 am" */
  dueTime: string
  /** The bags that it was packed in; 1 until it is packed. */
  bags: number
  /** Whether the market has packed it or made it ready: its items are picked. */
  isReady: boolean
  lines: PickLine[]
}

type Taker = Pick<PickOrder, "number" | "firstName" | "due" | "dueTime"> &
  Pick<PickLine, "id" | "quantity" | "byWeight" | "isPicked" | "canReopen" | "isWaiting"> & {
    orderId: string
  }

/** What to pick of one product in one size, and for whom. */
export type PickProduct = Omit<
  PickLine,
  "id" | "quantity" | "isPicked" | "canReopen" | "isWaiting" | "insteadOf"
> & {
  key: string
  /** What is left to give in all orders. */
  total: number
  /** How many of them are in their bags. */
  picked: number
  takers: Taker[]
}

type PickCategory = { category: string; products: PickProduct[] }

/**
 * Adds up what is left to give of each product, size and unit, with the orders in the order of `orders`. Categories come
 * in the order of every menu, products by section and name.
 */
export function byProduct(orders: readonly PickOrder[]): PickCategory[] {
  const products = new Map<string, PickProduct>()
  for (const order of orders) for (const line of order.lines) addLine(products, order, line)
  const categories = [...new Set([...products.values()].map(({ category }) => category))]
  return categories
    .sort((a, b) => placeOf(a) - placeOf(b) || a.localeCompare(b))
    .map((category) => ({
      category,
      products: [...products.values()].filter((product) => product.category === category).sort(bySection),
    }))
}

function addLine(products: Map<string, PickProduct>, order: PickOrder, line: PickLine) {
  const { id, quantity, isPicked, canReopen, isWaiting, insteadOf: _ofOneOrder, ...facts } = line
  const key = [line.productId, line.size, line.unit, line.unitAmount].join(" ")
  const product = products.get(key) ?? { ...facts, key, total: 0, picked: 0, takers: [] }
  const { id: orderId, number, firstName, due, dueTime } = order
  const ofLine = { id, quantity, byWeight: line.byWeight, isPicked, canReopen, isWaiting }
  products.set(key, {
    ...product,
    total: product.total + quantity,
    picked: product.picked + (isPicked ? quantity : 0),
    takers: [...product.takers, { ...ofLine, orderId, number, firstName, due, dueTime }],
  })
}

const placeOf = (category: string) =>
  isCategory(category) ? CATEGORIES.indexOf(category) : CATEGORIES.length

const bySection = (a: PickProduct, b: PickProduct) =>
  a.section.localeCompare(b.section) ||
  a.productName.localeCompare(b.productName) ||
  a.size.localeCompare(b.size)

/** "Heirloom tomatoes", "Barn boots, size 9": the name beside a quantity that has the unit. */
export const pickName = ({
  productName,
  size,
  ...measure
}: Pick<PickLine, "productName" | "size"> & Measure) =>
  size ? `${productName}, size ${size}` : nameBesideUnit(productName, measure)

/** "2 lb Heirloom tomatoes", "3 × 12 oz Granola", "1 Barn boots, size 9" */
export const pickText = (line: Pick<PickLine, "productName" | "size" | "quantity"> & Measure): string =>
  `${quantityText(line)} ${pickName(line)}`

/** "4 of 13 lines picked" */
export function pickedText(orders: readonly PickOrder[]): string {
  const lines = orders.flatMap((order) => order.lines)
  return `${lines.filter(({ isPicked }) => isPicked).length} of ${countText(lines.length, "line")} picked`
}

/** "4 orders, 13 lines, 9 products" */
export function pickCountText(orders: readonly PickOrder[]): string {
  const products = byProduct(orders).reduce((all, category) => all + category.products.length, 0)
  const lines = orders.reduce((all, order) => all + order.lines.length, 0)
  return [countText(orders.length, "order"), countText(lines, "line"), countText(products, "product")].join(
    ", ",
  )
}

export type BagLabel = Pick<PickOrder, "number" | "firstName" | "due" | "fulfilment" | "zip"> & {
  /** The first bag is 1. */
  bag: number
  bags: number
}

/** A label for each bag of the orders that have something left to give. */
export const labelsOf = (orders: readonly PickOrder[]): BagLabel[] =>
  orders
    .filter(({ lines }) => lines.length > 0)
    .flatMap(({ number, firstName, due, fulfilment, zip, bags }) =>
      Array.from({ length: bags }, (_, index) => ({
        number,
        firstName,
        due,
        fulfilment,
        zip,
        bag: index + 1,
        bags,
      })),
    )
