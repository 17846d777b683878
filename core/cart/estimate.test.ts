import { describe, expect, it } from "vitest"
import { cents, times } from "#core/money.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import { DEFAULT_RATES } from "#core/rates.ts"
import { type EstimatePlace, estimateCart } from "./estimate.ts"
import { NO_TIP } from "./tip.ts"

type Market = Parameters<typeof estimateCart>[0][number]

const NEAR: EstimatePlace = { label: "10001", center: { lat: 40, lng: -74 }, state: "NY" }
/** A point about this many miles north of the location. */
const north = (miles: number) => ({ lat: 40 + miles / 69.1, lng: -74 })

function market(
  facts: Partial<Market> & { offers?: boolean; radius?: number; category?: string } = {},
): Market {
  const { offers = true, radius = 25, category = "Vegetables", ...rest } = facts
  const priceCents = cents(1000)
  return {
    id: "m",
    name: "Stall",
    fulfilment: null,
    state: "NY",
    ...north(1),
    lines: [{ category, priceCents, quantity: 2, lineCents: times(priceCents, 2), problem: null }],
    calendar: {
      timeZone: "America/New_York",
      calendar: { week: [], dates: [], pause: null, prepMinutes: 60 } as never,
      taking: { offersDelivery: offers, deliveryRadiusMiles: radius } as never,
    },
    ...rest,
  }
}

const rates = DEFAULT_RATES.delivery
/** For markets that are all wanted in one way. */
const estimate = (markets: Market[], fulfilment: Fulfilment | null, place: EstimatePlace | null = NEAR) =>
  estimateCart(
    markets.map((one) => ({ ...one, fulfilment })),
    { place, rates, tip: NO_TIP },
  )

describe("what a cart will come to", { tags: ["CART-19"] }, () => {
  it("counts each market's own delivery fee by its distance, and adds them up", () => {
    const both = estimate([market(), market({ id: "n", ...north(3.5) })], "delivery")
    expect(both.markets.map(({ deliveryCents }) => deliveryCents)).toEqual([399, 549])
    expect(both.markets.map(({ totalCents }) => totalCents)).toEqual([2399, 2549])
    expect(both).toMatchObject({ to: "10001", deliveryCents: 948, totalCents: 4948, isAtLeast: false })
  })

  it("costs nothing to pick up, and says no distance", () => {
    const picked = estimate([market({ ...north(900) })], "pickup")
    expect(picked).toMatchObject({ to: null, deliveryCents: 0, totalCents: 2000, isAtLeast: false })
    expect(picked.markets[0]).toMatchObject({ deliveryCents: 0, tooFarText: null })
  })

  it("charges a fee only for what is delivered, and the tax of the place where each part is handed over", () => {
    const soap = { category: "Body & Home", lines: market({ category: "Body & Home" }).lines }
    const mixed = estimateCart(
      [
        market({ ...soap, fulfilment: "delivery" }),
        market({ ...soap, id: "n", fulfilment: "pickup", ...north(900), state: "OR" }),
      ],
      { place: NEAR, rates, tip: NO_TIP },
    )
    expect(mixed).toMatchObject({ to: "10001", deliveries: 1, pickups: 1, deliveryCents: 399 })
    const [delivered, pickedUp] = mixed.markets
    expect(delivered).toMatchObject({ fulfilment: "delivery", deliveryCents: 399 })
    expect(pickedUp).toMatchObject({ fulfilment: "pickup", deliveryCents: 0, distanceMiles: null })
    // Oregon has no sales tax.
    expect(mixed.taxCents).toBe(estimate([market(soap)], "delivery").taxCents)
  })

  it("is the least it can be where no place is known, or nothing is chosen", () => {
    expect(estimate([market()], "delivery", null)).toMatchObject({
      to: null,
      deliveryCents: 399,
      isAtLeast: true,
    })
    expect(estimate([market()], null)).toMatchObject({ deliveryCents: 0, isAtLeast: true })
    expect(estimate([market({ lat: null, lng: null })], "delivery")).toMatchObject({ isAtLeast: true })
  })

  it("names a market that is too far, how far it delivers, and the way on", () => {
    const far = estimate([market({ ...north(10), radius: 5 }), market({ id: "n" })], "delivery")
    expect(far.markets[0]).toMatchObject({
      deliveryCents: null,
      tooFarText:
        "Stall is 10 miles from 10001 and delivers up to 5 miles. Choose Pick up, or save its items for later.",
    })
    // A market that does not deliver there is left out of the delivery cost.
    expect(far).toMatchObject({ deliveries: 1, deliveryCents: 399, totalCents: 4399, isAtLeast: false })
    const none = estimate([market({ ...north(10), radius: 5 })], "delivery")
    expect(none).toMatchObject({ deliveries: 0, deliveryCents: 0, totalCents: 2000, isAtLeast: false })
    // Another message says that the market does not deliver at all.
    expect(estimate([market({ offers: false })], "delivery").markets[0]).toMatchObject({
      deliveryCents: null,
      tooFarText: null,
    })
  })

  it("is taxed where the goods change hands: where they are delivered, or at the market", () => {
    const pens = market({ category: "Office Supplies", state: "NY" })
    const oregon = { ...NEAR, state: "OR" as const }
    expect(estimate([pens], "delivery", oregon).taxCents).toBe(0)
    expect(estimate([pens], "pickup", oregon).taxCents).toBeGreaterThan(0)
    expect(estimate([market()], "pickup").taxCents).toBe(0)
    const unknown = { ...NEAR, state: null }
    expect(estimate([pens], "delivery", unknown).taxCents).toBe(estimate([pens], "delivery").taxCents)
  })
})
