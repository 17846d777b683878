import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { add, type Cents, cents, ZERO } from "#core/money.ts"
import { chosenTip, isTipped, MOST_TIP_CENTS, mostOf, NO_TIP, type Tip, tipsOf } from "./tip.ts"

const percent = (percent: number) => ({ percent, cents: null })
const sum = (amount: number) => ({ percent: null, cents: cents(amount) })

const shares = (tip: Tip, items: readonly Cents[]) =>
  tipsOf(
    tip,
    items.map((itemsCents) => ({ itemsCents, isDelivered: true })),
  )

describe("a tip", { tags: ["TIP-1"] }, () => {
  it("is a percentage of each market's items, or a sum that they share", () => {
    expect(shares(percent(15), [cents(1_000), cents(333)])).toEqual([150, 50])
    expect(shares(sum(1_001), [cents(1_000), cents(1_000)])).toEqual([501, 500])
    expect(shares(NO_TIP, [cents(1_000)])).toEqual([0])
  })

  it("is at most $100 a market; what is above it goes to the others", () => {
    expect(shares(percent(20), [cents(90_000)])).toEqual([10_000])
    expect(shares(sum(15_000), [cents(90_000), cents(100)])).toEqual([10_000, 5_000])
  })

  it("loses no cent between the markets", () => {
    const items = fc.array(fc.integer({ min: 0, max: 90_000 }).map(cents), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(items, fc.integer({ min: 1, max: 60_000 }), (markets, amount) => {
        const given = shares(sum(amount), markets)
        expect(add(ZERO, ...given)).toBe(mostOf(sum(amount), markets.length))
        expect(Math.max(...given)).toBeLessThanOrEqual(MOST_TIP_CENTS)
      }),
    )
  })

  it("is for deliveries only: a pickup in the same cart has none and shares in none", () => {
    expect([isTipped("delivery"), isTipped("pickup"), isTipped(null)]).toEqual([true, false, false])
    const parts = [
      { itemsCents: cents(1_000), isDelivered: false },
      { itemsCents: cents(3_000), isDelivered: true },
      { itemsCents: cents(1_000), isDelivered: true },
    ]
    expect(tipsOf(percent(10), parts)).toEqual([0, 300, 100])
    expect(tipsOf(sum(401), parts)).toEqual([0, 301, 100])
    expect(tipsOf(sum(401), parts.slice(0, 1))).toEqual([0])
  })

  it("of another amount needs one, which is not above the most", () => {
    expect(chosenTip({}, 1)).toBeUndefined()
    expect(chosenTip({ tip: "15" }, 1)).toEqual(percent(15))
    expect(chosenTip({ tip: "0", tipAmount: cents(400) }, 1)).toEqual(NO_TIP)
    expect(chosenTip({ tip: "other", tipAmount: cents(20_000) }, 2)).toEqual(sum(20_000))
    expect(() => chosenTip({ tip: "other" }, 1)).toThrow("Enter a tip")
    expect(() => chosenTip({ tip: "other", tipAmount: cents(10_001) }, 1)).toThrow(
      "At most $100.00 for each market.",
    )
    expect(() => chosenTip({ tip: "other", tipAmount: cents(20_001) }, 2)).toThrow("$200.00 for 2 markets")
  })
})
