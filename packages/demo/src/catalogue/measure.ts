import { isApparel } from "../../../../core/catalog/categories.ts"
import type { Unit } from "../../../../core/catalog/product.ts"
import type { CatalogueItem } from "./item.ts"

/** The unit and amount of a price, as sellers enter them; no amount means one unit. */
export type Measure = { unit: Unit | null; unitAmount: number | null }

/** Weighed when they are packed. */
const BY_WEIGHT = ["Whole Chicken, 4 lb", "Lamb Shoulder, 3 lb", "Short Ribs, 3 lb"]
export const isByWeight = ({ name }: Pick<CatalogueItem, "name">) => BY_WEIGHT.includes(name)

const WHOLE: Record<string, Measure> = {
  each: { unit: "each", unitAmount: null },
  head: { unit: "each", unitAmount: null },
  ear: { unit: "each", unitAmount: null },
  bunch: { unit: "bunch", unitAmount: null },
  pint: { unit: "pint", unitAmount: null },
  quart: { unit: "quart", unitAmount: null },
  gallon: { unit: "gallon", unitAmount: null },
  "half pint": { unit: "pint", unitAmount: 0.5 },
  "half gallon": { unit: "gallon", unitAmount: 0.5 },
  dozen: { unit: "each", unitAmount: 12 },
  "half dozen": { unit: "each", unitAmount: 6 },
}

/** Parses the end of the name: "Roma Tomatoes, 2 lb" is two pounds, "Kiwis, pack of 6" is six pieces. */
export function measureOf({ category, name }: Pick<CatalogueItem, "category" | "name">): Measure {
  const said = name.split(", ").at(-1) ?? ""
  const none = { unit: null, unitAmount: null }
  if (isApparel(category)) return none
  const weight = /^(\d+) (lb|oz)$/.exec(said)
  if (weight) {
    const unit = weight[2] === "lb" ? "lb" : category === "Juices" ? "fl oz" : "oz"
    return { unit, unitAmount: amountOf(weight[1]) }
  }
  const pieces = /^(?:pack|bag|box) of (\d+)$|^(\d+) (?:heads|pads|rolls)$/.exec(said)
  if (pieces) return { unit: "each", unitAmount: amountOf(pieces[1] ?? pieces[2]) }
  return WHOLE[said] ?? none
}

const amountOf = (text?: string) => (Number(text) > 1 ? Number(text) : null)
