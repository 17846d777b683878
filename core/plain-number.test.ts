import { expect, it } from "vitest"
import { z } from "zod"
import { addToCartInput } from "./cart/inputs.ts"
import { priceField, stockField } from "./catalog/product-input.ts"

const quantity = addToCartInput.shape.quantity

it.each([[1], ["1"], [" 2 "], ["50"]])("takes a quantity of digits: %j", { tags: ["API-27"] }, (sent) => {
  expect(quantity.parse(sent)).toBe(Number(sent))
})

it.each([[true], [[1]], [null], ["0x2"], ["1e1"], [""], ["1_0"], ["Infinity"], [{}], ["１"]])(
  "takes nothing else for a number: %j",
  { tags: ["API-27"] },
  (sent) => {
    for (const field of [quantity, stockField(1), priceField])
      expect(field.safeParse(sent).success).toBe(false)
  },
)

it.each([
  ["$4", 400],
  ["$ 4.50", 450],
  ["4.5", 450],
  [4, 400],
])("reads a price as people write it: %j", { tags: ["CATALOG-13"] }, (sent, cents) => {
  expect(priceField.parse(sent)).toBe(cents)
})

it.each([["1,50"], ["1e3"], ["four"], ["4.50 $"]])(
  "says how a price is written: %j",
  { tags: ["CATALOG-13"] },
  (sent) => {
    expect(z.flattenError(priceField.safeParse(sent).error!).formErrors).toEqual([
      "Enter the price in dollars and cents, like 4.50.",
    ])
  },
)
