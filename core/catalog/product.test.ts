import { expect, it } from "vitest"
import { cents } from "../money.ts"
import { itemText, priceEachText, priceLabel, quantityText, unitPriceText } from "./product.ts"

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
  const lb = { unit: "lb", unitAmount: null } as const
  const oz = { unit: "oz", unitAmount: 12 } as const
  const dozen = { unit: "each", unitAmount: 12 } as const
  const bunch = { unit: "bunch", unitAmount: 1 } as const
  const none = { unit: null, unitAmount: null }
  const item = { productName: "Tomatoes", size: "", quantity: 2 }
  expect(itemText({ ...item, ...lb })).toBe("2 × Tomatoes, lb")
  expect(itemText({ ...item, ...oz })).toBe("2 × Tomatoes, 12 oz")
  expect(itemText({ ...item, ...dozen })).toBe("2 × Tomatoes, 12 pieces")
  expect(itemText({ ...item, ...none })).toBe("2 × Tomatoes")
  expect(itemText({ ...item, ...none, size: "9" })).toBe("2 × Tomatoes, size 9")
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
