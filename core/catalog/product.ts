import { type Cents, cents, formatMoney, rateOf } from "../money.ts"

/** "$4.50", or "from $19.99" if the sizes have different prices; null for a product without a price. */
export function priceLabel(prices: readonly Cents[]): string | null {
  if (prices.length === 0) return null
  const lowest = cents(Math.min(...prices))
  const label = formatMoney(lowest)
  return prices.every((price) => price === lowest) ? label : `from ${label}`
}

/** The units that a price may be for; Clothing and Shoes are sold by the piece and have none. */
export const UNITS = ["each", "lb", "oz", "bunch", "dozen", "pint", "quart", "gallon", "fl oz"] as const
export type Unit = (typeof UNITS)[number]

const WEIGHT_UNITS: readonly string[] = ["lb", "oz"]
export const UNIT_OF_WEIGHT_MESSAGE = "Only a product with a unit of weight can be priced by final weight."

/** Whether a product of this unit may be priced by final weight. */
export const isWeightUnit = (unit: string | null | undefined): boolean =>
  !!unit && WEIGHT_UNITS.includes(unit)

/**
 * "$0.42 / oz": the price of one unit, rounded half up to a whole cent. `amount` is the number of units in the product;
 * null means one. Returns null without a unit, and if one unit costs less than half a cent.
 */
export function unitPriceText(priceCents: Cents, unit: Unit | null, amount: number | null): string | null {
  if (!unit) return null
  const one = rateOf(priceCents, 1 / (amount ?? 1))
  if (one === cents(0)) return null
  return unit === "each" ? `${formatMoney(one)} each` : `${formatMoney(one)} / ${unit}`
}

/** What one of a product is: its unit, and how many of it. */
export type Measure = {
  unit: Unit | null
  unitAmount: number | null
  /** Priced by final weight: the price is for this weight and the most that is paid. */
  byWeight: boolean
}

/** "lb", "12 oz", "6 pieces"; null for a single piece and for a product without a unit. */
export function measureText({ unit, unitAmount }: Omit<Measure, "byWeight">): string | null {
  const isOne = unitAmount === null || unitAmount === 1
  if (!unit || (unit === "each" && isOne)) return null
  if (isOne) return unit
  return unit === "each" ? `${unitAmount} pieces` : `${unitAmount} ${unit}`
}

const PLURALS: Partial<Record<Unit, string>> = {
  bunch: "bunches",
  pint: "pints",
  quart: "quarts",
  gallon: "gallons",
}

/** "2 lb", "3 bunches", "2 × 12 oz"; "2" without a unit. */
export function quantityText({ quantity, ...measure }: Measure & { quantity: number }): string {
  const text = measureText(measure)
  if (!text || !measure.unit) return String(quantity)
  if (text !== measure.unit) return `${quantity} × ${text}`
  return `${quantity} ${(quantity > 1 && PLURALS[measure.unit]) || text}`
}

/**
 * The weight that a line's price is for, in its unit, rounded to hundredths: the most that may be packed and paid for.
 * Null for a line that is not priced by final weight.
 */
export function statedAmount({
  quantity,
  unitAmount,
  byWeight,
}: Measure & { quantity: number }): number | null {
  return byWeight ? Math.round(quantity * (unitAmount ?? 1) * 100) / 100 : null
}

/** "By final weight, at most 6 lb"; null for a line that is not priced by final weight. */
export function finalWeightText(line: Measure & { quantity: number }): string | null {
  const stated = statedAmount(line)
  return stated === null ? null : `By final weight, at most ${stated} ${line.unit}`
}

/** On a product's page and beside amounts that contain such a line. */
export const FINAL_WEIGHT_TEXT = "You pay for the weight that is packed."
export const FINAL_WEIGHT_TOTAL_TEXT = `The price of an item by final weight is the most it costs. ${FINAL_WEIGHT_TEXT}`

/** "$36.00"; "at most $36.00" for a line that is priced by final weight. */
export function amountText(amount: Cents, { byWeight }: Pick<Measure, "byWeight">): string {
  return byWeight ? `at most ${formatMoney(amount)}` : formatMoney(amount)
}

/** The text beside a product's price: "$6.00 / lb", or "At most, for 3 lb · $6.00 / lb" by final weight. */
export function priceNote(priceCents: Cents, measure: Measure): string | null {
  const { unit, unitAmount, byWeight } = measure
  const unitPrice = unitPriceText(priceCents, unit, unitAmount)
  if (!byWeight) return unitPrice
  const stated = `At most, for ${unitAmount ?? 1} ${unit}`
  return unitPrice ? `${stated} · ${unitPrice}` : stated
}

/** A number of one product in one size. */
export type Item = Measure & { productName: string; size: string; quantity: number }

/** The end of a name such as "Buttermilk, quart", "Tomatoes, 1 lb" or "Pasture eggs, half dozen". */
const NAMED_MEASURE = new RegExp(`, (half )?([\\d.,/]+ )?(${UNITS.join("|")})$`, "i")

/**
 * "Heirloom tomatoes, lb", "Barn boots, size 9", "Pork shoulder, 3 lb, by final weight". A name that ends with a unit,
 * such as "Buttermilk, quart", has it once.
 */
export function itemName({ productName, size, ...measure }: Omit<Item, "quantity">): string {
  const which = size ? `size ${size}` : measureText(measure)
  const isNamed = !size && NAMED_MEASURE.test(productName)
  return [productName, !isNamed && which, measure.byWeight && "by final weight"].filter(Boolean).join(", ")
}

/** "Buttermilk" for "Buttermilk, quart" of a product that is sold by the quart: its name beside its unit. */
export function nameBesideUnit(productName: string, measure: Omit<Measure, "byWeight">): string {
  const text = measureText(measure)
  const end = [`, ${text}`, `, 1 ${text}`].find((named) => productName.toLowerCase().endsWith(named))
  return text && end ? productName.slice(0, -end.length) : productName
}

/** "2 × Heirloom tomatoes, lb" */
export const itemText = ({ quantity, ...item }: Item): string => `${quantity} × ${itemName(item)}`

/** "$4.50 / lb", "$4.50 each", "$18.00 at most, for 3 lb · $6.00 / lb": the price of one of a line's items. */
export function priceEachText(priceCents: Cents, measure: Measure): string {
  const { unit, unitAmount, byWeight } = measure
  if (byWeight) return `${formatMoney(priceCents)} ${priceNote(priceCents, measure)?.replace("At", "at")}`
  const isOne = unitAmount === null || unitAmount === 1
  return unit && unit !== "each" && isOne
    ? `${formatMoney(priceCents)} / ${unit}`
    : `${formatMoney(priceCents)} each`
}

/** Below this, the note and the toast show how many are left. */
const LOW_STOCK_BELOW = 6

/** The note next to a product: how many are left from 1 to 5, sold out at 0, null above. */
export function stockNote(stock: number): string | null {
  if (stock <= 0) return "Sold Out"
  return stock < LOW_STOCK_BELOW ? `Only ${stock} are left` : null
}

/** The toast for a quantity above the stock; null when there is enough. */
export function stockShortage(quantity: number, stock: number): string | null {
  if (quantity <= stock) return null
  if (stock < LOW_STOCK_BELOW) return `there are only ${stock} left`
  return "there is not enough inventory please choose a different number for quantity"
}

/** The wizard's choices of stock. The original's list skips 48 and 66, which looks like a mistake, not a rule. */
export const WIZARD_QUANTITIES: readonly number[] = Array.from({ length: 70 }, (_, index) => index + 1)
