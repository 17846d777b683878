import { expect, it } from "vitest"
import { cents } from "../money.ts"
import { priceLabel, unitPriceText } from "./product.ts"

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
