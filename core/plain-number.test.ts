import { describe, expect, it } from "vitest"
import { z } from "zod"
import { addToCartInput } from "./cart/cart.ts"
import { priceField, stockField } from "./catalog/product-facts.ts"
import { fromDigits, fromDollarText } from "./plain-number.ts"

const quantity = addToCartInput.shape.quantity

it.each([[1], ["1"], [" 2 "], ["50"]])("takes a quantity of digits: %j", { tags: ["API-27"] }, (sent) => {
  expect(quantity.parse(sent)).toBe(Number(sent))
})

it.each([[true], [[1]], [null], ["0x2"], ["1e1"], [""], ["1_0"], ["Infinity"], [{}], ["1,0000"], ["1 0"]])(
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
  ["1,50", 150],
  ["4.50 $", 450],
  ["1,200", 120_000],
  [".50", 50],
])("reads a price as people write it: %j", { tags: ["CATALOG-13"] }, (sent, cents) => {
  expect(priceField.parse(sent)).toBe(cents)
})

it.each([["1,5,0"], ["1e3"], ["four"], ["4.50 €"]])(
  "says how a price is written: %j",
  { tags: ["CATALOG-13"] },
  (sent) => {
    expect(z.flattenError(priceField.safeParse(sent).error!).formErrors).toEqual([
      "Enter the price in dollars and cents, like 4.50.",
    ])
  },
)

describe("a number as people type it", () => {
  it.each([
    [".50", 0.5],
    ["4.", 4],
    ["4,50", 4.5],
    [",5", 0.5],
    ["1,200", 1200],
    ["1,234.50", 1234.5],
    ["1,234,567.8", 1_234_567.8],
    ["1.234,50", 1234.5],
    ["1\u202f234.50", 1234.5],
    [" +5 ", 5],
    ["-1", -1],
    ["\uff14\uff0e\uff15", 4.5],
  ])("has one reading: %j", (typed, number) => {
    expect(fromDigits(typed)).toBe(number)
  })

  it.each([
    "0x2",
    "1e1",
    ".",
    ",",
    "1,23,456",
    "1,2345",
    "0,123",
    "1,200,5",
    "1.5.2",
    "1,,2",
    "12 5",
    "two",
    "\u0663",
  ])("is none where it has no reading, or two: %j", (typed) => {
    expect(fromDigits(typed)).toBeNaN()
  })

  it("is missing where nothing visible was typed", () => {
    for (const typed of ["", "  ", "\u200b"]) expect(fromDigits(typed)).toBeUndefined()
  })
})

it.each([
  ["$.75", 0.75],
  ["$ 2", 2],
  ["US$1,200", 1200],
  ["2.50 USD", 2.5],
  ["4,50$", 4.5],
  ["50\u00a2", 0.5],
])("dollars may have their sign: %j", (typed, dollars) => {
  expect(fromDollarText(typed)).toBe(dollars)
})
