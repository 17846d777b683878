import { expect, it } from "vitest"
import { cents } from "../money.ts"
import { priceLabel } from "./product.ts"

it("shows one price plainly, several from the lowest, and none as nothing", { tags: ["MARKET-5"] }, () => {
  expect(priceLabel([cents(450)])).toBe("$4.50")
  expect(priceLabel([cents(1999), cents(1999)])).toBe("$19.99")
  expect(priceLabel([cents(2499), cents(1999)])).toBe("from $19.99")
  expect(priceLabel([])).toBeNull()
})
