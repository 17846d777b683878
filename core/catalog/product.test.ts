import { expect, it } from "vitest"
import { cents } from "../money.ts"
import {
  amountText,
  finalWeightText,
  isWeightUnit,
  itemText,
  priceEachText,
  priceLabel,
  priceNote,
  quantityText,
  statedAmount,
  UNITS,
  unitPriceText,
} from "./product.ts"

it("shows one price plainly, several from the lowest, and none as nothing", { tags: ["MARKET-5"] }, () => {
  expect(priceLabel([cents(450)])).toBe("$4.50")
  expect(priceLabel([cents(1999), cents(1999)])).toBe("$19.99")
  expect(priceLabel([cents(2499), cents(1999)])).toBe("from $19.99")
  expect(priceLabel([])).toBeNull()
})

it("shares the price over the amount for the price of one unit, to the cent", () => {
  expect(unitPriceText(cents(499), "oz", 12)).toBe("$0.42 / oz")
  expect(unitPriceText(cents(450), "lb", null)).toBe("$4.50 / lb")
  expect(unitPriceText(cents(300), "lb", 1.5)).toBe("$2.00 / lb")
  expect(unitPriceText(cents(300), "each", 6)).toBe("$0.50 each")
})

it("rounds half a cent up, and does not show less as free", () => {
  expect(unitPriceText(cents(25), "oz", 10)).toBe("$0.03 / oz")
  expect(unitPriceText(cents(10), "each", 1000)).toBeNull()
})

it("shows no unit price for a product without a unit", () => {
  expect(unitPriceText(cents(450), null, null)).toBeNull()
})

it("says what was ordered and what one costs, with the unit", { tags: ["ORDER-19"] }, () => {
  const byWeight = false
  const lb = { unit: "lb", unitAmount: null, byWeight } as const
  const oz = { unit: "oz", unitAmount: 12, byWeight } as const
  const dozen = { unit: "each", unitAmount: 12, byWeight } as const
  const bunch = { unit: "bunch", unitAmount: 1, byWeight } as const
  const none = { unit: null, unitAmount: null, byWeight }
  const item = { productName: "Tomatoes", size: "", quantity: 2 }
  expect(itemText({ ...item, ...lb })).toBe("2 × Tomatoes, lb")
  expect(itemText({ ...item, ...oz })).toBe("2 × Tomatoes, 12 oz")
  expect(itemText({ ...item, ...dozen })).toBe("2 × Tomatoes, 12 pieces")
  expect(itemText({ ...item, ...none })).toBe("2 × Tomatoes")
  expect(itemText({ ...item, ...none, size: "9" })).toBe("2 × Tomatoes, size 9")
  for (const productName of ["Tomatoes, lb", "Tomatoes, 1 lb", "Pasture eggs, half dozen"])
    expect(itemText({ ...item, ...lb, productName })).toBe(`2 × ${productName}`)
  expect(itemText({ ...item, ...lb, productName: "Seeds, wild" })).toBe("2 × Seeds, wild, lb")
  expect([lb, oz, dozen, bunch, none].map((measure) => quantityText({ quantity: 2, ...measure }))).toEqual([
    "2 lb",
    "2 × 12 oz",
    "2 × 12 pieces",
    "2 bunches",
    "2",
  ])
  expect(quantityText({ quantity: 1, ...bunch })).toBe("1 bunch")
  expect([lb, oz, none].map((measure) => priceEachText(cents(350), measure))).toEqual([
    "$3.50 / lb",
    "$3.50 each",
    "$3.50 each",
  ])
})

it("says of an item by final weight that the stated weight is the most that is paid for", {
  tags: ["CATALOG-14"],
}, () => {
  const pork = { unit: "lb", unitAmount: 3, byWeight: true } as const
  const perPound = { ...pork, unitAmount: null }
  const item = { productName: "Pork shoulder", size: "", quantity: 2 }
  expect(itemText({ ...item, ...pork })).toBe("2 × Pork shoulder, 3 lb, by final weight")
  expect(priceNote(cents(1800), pork)).toBe("At most, for 3 lb · $6.00 / lb")
  expect(priceNote(cents(600), perPound)).toBe("At most, for 1 lb · $6.00 / lb")
  expect(priceNote(cents(600), { ...perPound, byWeight: false })).toBe("$6.00 / lb")
  expect(priceEachText(cents(1800), pork)).toBe("$18.00 at most, for 3 lb · $6.00 / lb")
  expect(amountText(cents(3600), pork)).toBe("at most $36.00")
  expect(amountText(cents(3600), { byWeight: false })).toBe("$36.00")
  expect(finalWeightText({ ...pork, quantity: 2 })).toBe("By final weight, at most 6 lb")
  expect(finalWeightText({ ...pork, quantity: 2, byWeight: false })).toBeNull()
})

it("counts the weight that a line states in hundredths of its unit, and only pounds and ounces as weight", {
  tags: ["CATALOG-14"],
}, () => {
  const line = { unit: "lb", unitAmount: 0.1, byWeight: true, quantity: 3 } as const
  expect(statedAmount(line)).toBe(0.3)
  expect(statedAmount({ ...line, unitAmount: null })).toBe(3)
  expect(statedAmount({ ...line, byWeight: false })).toBeNull()
  expect(UNITS.filter(isWeightUnit)).toEqual(["lb", "oz"])
  expect(isWeightUnit(null)).toBe(false)
})
