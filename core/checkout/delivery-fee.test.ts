import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { DEFAULT_RATES } from "../rates.ts"
import { deliveryFee } from "./delivery-fee.ts"

const rates = DEFAULT_RATES.delivery
const miles = fc.integer({ min: 0, max: 2500 }).map((hundredths) => hundredths / 100)

describe("delivery fee", () => {
  it.each([
    [0, 399],
    [2, 399],
    [2.01, 474],
    [3, 474],
    [3.0000000001, 474],
    [3.4, 549],
    [25, 399 + 23 * 75],
  ])("of %d miles is %d cents", { tags: ["SHIP-5"] }, (distance, fee) => {
    expect(deliveryFee(distance, rates)).toBe(fee)
  })

  it("does not exist beyond 25 miles", { tags: ["SHIP-6"] }, () => {
    expect(deliveryFee(25.01, rates)).toBeNull()
  })

  it("never falls with distance and is always whole cents", { tags: ["SHIP-5"] }, () => {
    fc.assert(
      fc.property(miles, miles, (a, b) => {
        const near = deliveryFee(Math.min(a, b), rates) ?? Number.NaN
        const far = deliveryFee(Math.max(a, b), rates) ?? Number.NaN
        return Number.isInteger(near) && near <= far
      }),
    )
  })

  it("follows the configured rates", { tags: ["SHIP-5"] }, () => {
    expect(deliveryFee(6, { baseCents: 100, baseMiles: 5, perMileCents: 10, maxMiles: 6 })).toBe(110)
    expect(deliveryFee(6.5, { baseCents: 100, baseMiles: 5, perMileCents: 10, maxMiles: 6 })).toBeNull()
  })

  it("rejects what is no distance", { tags: ["SHIP-6"] }, () => {
    for (const bad of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => deliveryFee(bad, rates)).toThrow(RangeError)
    }
  })
})
