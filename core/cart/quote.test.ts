import { expect, it } from "vitest"
import { quotedQuantity, quoteOf, requote } from "./quote.ts"

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
