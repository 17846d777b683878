import { expect, it } from "vitest"
import { cents } from "#core/money.ts"
import { quotedQuantity, quoteOf, requote } from "./cart.ts"
import { cartLimit } from "./cart-limits.ts"

it("takes 200 items and $50,000 in one checkout, and says what is too much", { tags: ["CART-18"] }, () => {
  expect(cartLimit({ count: 200, totalCents: cents(50_000_00) })).toBeNull()
  expect(cartLimit({ count: 201, totalCents: cents(201) })).toBe(
    "You can check out with at most 200 items, and your cart has 201. Please remove some and buy them later.",
  )
  expect(cartLimit({ count: 11, totalCents: cents(1_099_989_00) })).toBe(
    "You can check out with at most $50,000.00, and your cart comes to $1,099,989.00. Please remove something and buy it later.",
  )
})

const lines = [
  { variantId: "b", quantity: 2, priceCents: 400 },
  { variantId: "a", quantity: 12, priceCents: 125 },
]
const markets = [{ id: "m", window: { startsAt: new Date("2026-11-28T14:00:00Z") } }]

it("tells the quantities that a page showed, and names the same cart with another one", {
  tags: ["CART-22"],
}, () => {
  const quote = quoteOf(lines, markets)
  expect(quotedQuantity(quote, "a")).toBe(12)
  expect(quotedQuantity(quote, "c")).toBeUndefined()
  const other = quoteOf([lines[0]!, { ...lines[1]!, quantity: 3 }], markets)
  expect(requote(quote, { variantId: "a", quantity: 3 })).toBe(other)
  expect(requote(quote, { variantId: "c", quantity: 3 })).toBe(quote)
})
