import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { add, cents, formatMoney, fromDollars, rateOf, split } from "./money.ts"

describe("money", { tags: ["MONEY-1"] }, () => {
  it("rejects fractions of a cent", () => {
    expect(() => cents(1.5)).toThrow(RangeError)
  })

  it("reads dollars without losing a cent to binary fractions", () => {
    expect(fromDollars(1.005)).toBe(101)
    expect(fromDollars(4.35)).toBe(435)
  })

  it("rounds a rate half up", () => {
    expect(rateOf(cents(1050), 0.1)).toBe(105)
    expect(rateOf(cents(1005), 0.1)).toBe(101)
  })

  it("splits any amount over any weights without losing or inventing a cent", () => {
    fc.assert(
      fc.property(
        fc.nat(10_000_000),
        fc.array(fc.nat(100_000), { minLength: 1, maxLength: 12 }),
        (amount, weights) => {
          const parts = split(cents(amount), weights)
          expect(add(...parts)).toBe(amount)
          expect(parts.every((part) => part >= 0)).toBe(true)
        },
      ),
    )
  })

  it("writes money as Americans do", () => {
    expect(formatMoney(cents(123450))).toBe("$1,234.50")
    const usd = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" })
    const amount = fc.oneof(fc.integer({ min: -200_000, max: 200_000 }), fc.integer())
    fc.assert(fc.property(amount, (a) => formatMoney(cents(a)) === usd.format(a / 100)))
  })
})
