import { expect, it } from "vitest"
import { cents } from "#core/money.ts"
import { cartLimit } from "./cart-limits.ts"

it("takes 200 items and $50,000 in one checkout, and says what is too much", { tags: ["CART-18"] }, () => {
  expect(cartLimit({ count: 200, totalCents: cents(50_000_00) })).toBeNull()
  expect(cartLimit({ count: 201, totalCents: cents(201) })).toBe(
    "One checkout takes at most 200 items, and your cart has 201. Please take some out and buy them afterwards.",
  )
  expect(cartLimit({ count: 11, totalCents: cents(1_099_989_00) })).toBe(
    "One checkout takes at most $50,000.00, and your cart comes to $1,099,989.00. Please take something out and buy it afterwards.",
  )
})
