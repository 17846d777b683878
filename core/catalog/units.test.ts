import { expect, test } from "vitest"
import { cents } from "../money.ts"
import { unitPriceText } from "./units.ts"

test("the price of one unit is the price shared over the amount, to the cent", () => {
  expect(unitPriceText(cents(499), "oz", 12)).toBe("$0.42 / oz")
  expect(unitPriceText(cents(450), "lb", null)).toBe("$4.50 / lb")
  expect(unitPriceText(cents(300), "lb", 1.5)).toBe("$2.00 / lb")
  expect(unitPriceText(cents(300), "each", 6)).toBe("$0.50 each")
})

test("half a cent is rounded up, and less is not shown as free", () => {
  expect(unitPriceText(cents(25), "oz", 10)).toBe("$0.03 / oz")
  expect(unitPriceText(cents(10), "each", 1000)).toBeNull()
})

test("a product without a unit has no price of one", () => {
  expect(unitPriceText(cents(450), null, null)).toBeNull()
})
