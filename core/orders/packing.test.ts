import { describe, expect, it } from "vitest"
import { cents, ZERO } from "#core/money.ts"
import { priceMissing, type RefundableOrder } from "#core/payments/refund.ts"
import {
  differenceOf,
  differenceText,
  isDealtWith,
  isNothingLeft,
  packingProgress,
  packingReason,
  packingStepText,
  packLineInput,
  pricePacking,
  weighedPrice,
} from "./packing.ts"

const line = (id: string, quantity: number, packedQuantity: number | null, refundedQuantity = 0) => ({
  id,
  quantity,
  unitPriceCents: cents(600),
  unit: null,
  unitAmount: null,
  byWeight: false,
  packedQuantity,
  packedAmount: null,
  refundedQuantity,
  replacedQuantity: 0,
  leftOverCents: ZERO,
  isWaiting: false,
})

/** Shoulders of pork at $18.00 for 3 lb, priced by final weight. */
const pork = (packedQuantity: number | null, packedAmount: number | null, quantity = 2) => ({
  ...line("pork", quantity, packedQuantity),
  unitPriceCents: cents(1800),
  unit: "lb" as const,
  unitAmount: 3,
  byWeight: true,
  packedAmount,
})

/** Three dozen eggs at $6.00 with 10 cents of tax, and honey at $9.00 without. */
const anOrder = (some: Partial<RefundableOrder> = {}): RefundableOrder => ({
  itemsCents: cents(2700),
  deliveryCents: cents(399),
  tipCents: cents(500),
  taxCents: cents(10),
  leftOver: { itemsCents: ZERO, taxCents: ZERO },
  lines: [
    {
      id: "eggs",
      productName: "Brown eggs",
      quantity: 3,
      unitPriceCents: cents(600),
      taxCents: cents(10),
      refundedQuantity: 0,
      refundedCents: ZERO,
    },
    {
      id: "honey",
      productName: "Clover honey",
      quantity: 1,
      unitPriceCents: cents(900),
      taxCents: ZERO,
      refundedQuantity: 0,
      refundedCents: ZERO,
    },
  ],
  refunded: { itemsCents: ZERO, deliveryCents: ZERO, tipCents: ZERO, taxCents: ZERO },
  ...some,
})

describe("what packing changed", { tags: ["PACK-1"] }, () => {
  it("is refunded with its share of tax, and never the delivery fee", () => {
    const lines = [line("eggs", 3, 2), line("honey", 1, 0)]
    expect(pricePacking(anOrder(), lines)).toEqual({
      itemsCents: 1500,
      taxCents: 3,
      deliveryCents: 0,
      tipCents: 0,
      amountCents: 1503,
      lines: [
        { lineId: "eggs", quantity: 1, amountCents: 600, taxCents: 3 },
        { lineId: "honey", quantity: 1, amountCents: 900, taxCents: 0 },
      ],
    })
  })

  it("is nothing for lines that are packed as ordered or not dealt with", () => {
    expect(pricePacking(anOrder(), [line("eggs", 3, 3), line("honey", 1, null)])).toBeNull()
  })

  it("leaves out what an earlier refund of the same units gave back", () => {
    expect(pricePacking(anOrder(), [line("eggs", 3, 2, 1), line("honey", 1, 1)])).toBeNull()
    const [eggs, honey] = anOrder().lines
    const refunded = { ...anOrder().refunded, itemsCents: cents(600), taxCents: cents(3) }
    const order = anOrder({
      lines: [{ ...eggs!, refundedQuantity: 1, refundedCents: cents(600) }, honey!],
      refunded,
    })
    expect(pricePacking(order, [line("eggs", 3, 0, 1)])).toMatchObject({ itemsCents: 1200, taxCents: 7 })
  })

  it("never gives back more than earlier refunds of any kind have left", () => {
    const order = anOrder({
      refunded: { itemsCents: cents(2500), deliveryCents: ZERO, tipCents: ZERO, taxCents: cents(9) },
    })
    expect(pricePacking(order, [line("eggs", 3, 0), line("honey", 1, 0)])).toMatchObject({
      itemsCents: 200,
      taxCents: 1,
      amountCents: 201,
    })
    const whole = anOrder({
      refunded: { itemsCents: cents(2700), deliveryCents: ZERO, tipCents: ZERO, taxCents: cents(10) },
    })
    expect(pricePacking(whole, [line("eggs", 3, 0)])).toBeNull()
  })

  it("gives back the price of what the rest weighs less, in proportion, and nothing if it weighs more", () => {
    const tomatoes = { unitPriceCents: cents(450), quantity: 2 }
    expect(weighedPrice(tomatoes, { realAmount: 1.82, statedAmount: 2 })).toBe(819)
    expect(weighedPrice(tomatoes, { realAmount: 2.4, statedAmount: 2 })).toBe(900)
    expect(weighedPrice({ unitPriceCents: cents(3), quantity: 1 }, { realAmount: 1, statedAmount: 2 })).toBe(
      2,
    )
    const lighter = [{ lineId: "honey", quantity: 0, lighterCents: cents(81) }]
    expect(priceMissing(anOrder(), lighter)).toMatchObject({ itemsCents: 81, amountCents: 81 })
  })
})

describe("what is priced by final weight", { tags: ["PACK-6"] }, () => {
  const order = anOrder({
    itemsCents: cents(3600),
    taxCents: ZERO,
    lines: [
      {
        id: "pork",
        productName: "Pork shoulder",
        quantity: 2,
        unitPriceCents: cents(1800),
        taxCents: ZERO,
        refundedQuantity: 0,
        refundedCents: ZERO,
      },
    ],
  })

  it("is dealt with once it is weighed, or none of it is there", () => {
    expect([pork(null, null), pork(2, null), pork(2, 5.4), pork(0, null)].map(isDealtWith)).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  it("costs its share of the stated weight of what is in the bag", () => {
    expect(pricePacking(order, [pork(2, 5.4)])).toMatchObject({ itemsCents: 360 })
    expect(pricePacking(order, [pork(1, 2.7)])).toMatchObject({
      itemsCents: 1980,
      lines: [{ lineId: "pork", quantity: 1, amountCents: 1980, taxCents: 0 }],
    })
    expect(pricePacking(order, [pork(2, 6)])).toBeNull()
    expect(pricePacking(order, [pork(2, null)])).toBeNull()
  })

  it("says what it weighs and what was stated", () => {
    expect(differenceOf(pork(2, 5.4), false)).toBe("weight")
    expect(differenceText({ ...pork(2, 5.4), differenceReason: "weight" })).toBe("5.4 lb of 6 lb")
    expect(differenceText({ ...pork(1, 2.7), differenceReason: "fewer" })).toBe(
      "1 of 2, 1 was missing, 2.7 lb of 3 lb",
    )
  })
})

describe("packing in words", { tags: ["PACK-1"] }, () => {
  it("says how many of the ordered ones are in the bag, and why", () => {
    expect(differenceText({ ...line("eggs", 3, 2), differenceReason: "out of stock" })).toBe(
      "2 of 3, 1 was out of stock",
    )
    const lines = [
      { ...line("eggs", 3, 1), productName: "Brown eggs", differenceReason: "fewer" as const },
      { ...line("corn", 6, 6), productName: "Sweet corn", differenceReason: null },
      { ...line("honey", 1, 0), productName: "Clover honey", differenceReason: "out of stock" as const },
    ]
    expect(packingReason(lines)).toBe(
      "Brown eggs: 1 of 3, 2 were missing. Clover honey: 0 of 1, 1 was out of stock.",
    )
  })

  it("counts lines of which nothing is left to give as dealt with", () => {
    expect(packingProgress([line("a", 1, 1), line("b", 2, null, 2), line("c", 1, null)])).toEqual({
      dealt: 2,
      total: 3,
    })
    expect(packingStepText({ packed: false, dealt: 0, total: 3 })).toBe("Start packing")
    expect(packingStepText({ packed: false, dealt: 2, total: 3 })).toBe("Keep packing · 2 of 3")
    expect(packingStepText({ packed: true, dealt: 3, total: 3 })).toBeNull()
  })

  it("knows an order of which nothing is left", () => {
    expect(isNothingLeft([line("a", 1, 0), line("b", 2, null, 2)])).toBe(true)
    expect(isNothingLeft([line("a", 1, 0), line("b", 2, null)])).toBe(false)
  })

  it("reads what the page showed from the form", () => {
    const input = { lineId: crypto.randomUUID(), packedQuantity: 2 }
    expect(packLineInput.parse({ ...input, seen: "open" })).toMatchObject({ seen: null, stockToZero: false })
    expect(packLineInput.parse({ ...input, seen: "3" }).seen).toBe(3)
  })
})
