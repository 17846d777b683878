import { z } from "zod"
import { type Cents, cents, formatMoney, rateOf } from "../money.ts"

/** The units that a price may be for; Clothing and Shoes are sold by the piece and have none. */
export const UNITS = ["each", "lb", "oz", "bunch", "dozen", "pint", "quart", "gallon", "fl oz"] as const
export type Unit = (typeof UNITS)[number]

export const NO_UNIT = "Choose a unit for this amount."
export const MAX_UNIT_AMOUNT = 1000

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

export const unitField = z.enum(UNITS, { error: "Choose a unit of the list." }).nullish()
