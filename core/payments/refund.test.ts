import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { add, cents, ZERO } from "#core/money.ts"
import {
  addParts,
  coverOldestFirst,
  leftOf,
  priceRefund,
  priceRest,
  type RefundableOrder,
  type RefundWish,
  reasonText,
  refundTotal,
  spreadOver,
} from "./refund.ts"
import { refundFormInput } from "./refund-form.ts"

const wish = (some: Partial<RefundWish>): RefundWish => ({
  lines: [],
  feeCents: ZERO,
  tipCents: ZERO,
  amountCents: ZERO,
  ...some,
})

/** Three apples at $1.00 with 10 cents of tax, a loaf at $7.75 without, and delivery at $3.99 with 5 cents. */
const anOrder = (): RefundableOrder => ({
  itemsCents: cents(1075),
  deliveryCents: cents(399),
  tipCents: ZERO,
  taxCents: cents(15),
  leftOver: { itemsCents: ZERO, taxCents: ZERO },
  lines: [
    {
      id: "a",
      productName: "Apple",
      quantity: 3,
      unitPriceCents: cents(100),
      taxCents: cents(10),
      refundedQuantity: 0,
      refundedCents: ZERO,
    },
    {
      id: "b",
      productName: "Loaf",
      quantity: 1,
      unitPriceCents: cents(775),
      taxCents: ZERO,
      refundedQuantity: 0,
      refundedCents: ZERO,
    },
  ],
  refunded: { itemsCents: ZERO, deliveryCents: ZERO, tipCents: ZERO, taxCents: ZERO },
})

function afterwards(order: RefundableOrder, some: Partial<RefundWish>): RefundableOrder {
  const made = priceRefund(order, wish(some))
  return {
    ...order,
    lines: order.lines.map((line) => {
      const one = made.lines.find(({ lineId }) => lineId === line.id)
      return {
        ...line,
        refundedQuantity: line.refundedQuantity + (one?.quantity ?? 0),
        refundedCents: add(line.refundedCents, one?.amountCents ?? ZERO),
      }
    }),
    refunded: addParts(order.refunded, made),
  }
}

describe("a refund's sums", { tags: ["REFUND-1", "MONEY-1"] }, () => {
  it("gives each unit its share of the line's tax, and the last one what rounding left", () => {
    const one = { lines: [{ lineId: "a", quantity: 1 }] }
    const first = priceRefund(anOrder(), wish(one))
    expect(first).toMatchObject({ itemsCents: 100, taxCents: 3, deliveryCents: 0, amountCents: 103 })
    const second = afterwards(anOrder(), one)
    expect(priceRefund(second, wish(one)).taxCents).toBe(3)
    expect(priceRefund(afterwards(second, one), wish(one)).taxCents).toBe(4)
  })

  it("gives the fee's cents their share of the fee's tax", () => {
    expect(priceRefund(anOrder(), wish({ feeCents: cents(399) })).taxCents).toBe(5)
    const half = priceRefund(anOrder(), wish({ feeCents: cents(200) }))
    expect(half).toMatchObject({ deliveryCents: 200, taxCents: 2, amountCents: 202 })
    const rest = priceRefund(afterwards(anOrder(), { feeCents: cents(200) }), wish({ feeCents: cents(199) }))
    expect(rest.taxCents).toBe(3)
  })

  it("takes an amount, tax included, in proportion to what is left", () => {
    const some = priceRefund(anOrder(), wish({ amountCents: cents(745) }))
    expect(some.amountCents).toBe(745)
    expect(some).toMatchObject({ itemsCents: 538, deliveryCents: 200, taxCents: 7 })
    expect(priceRefund(anOrder(), wish({ amountCents: cents(1489) }))).toMatchObject({
      itemsCents: 1075,
      deliveryCents: 399,
      taxCents: 15,
    })
  })

  it.each<[string, Partial<RefundWish>, string, string]>([
    [
      "more units than were bought",
      { lines: [{ lineId: "a", quantity: 4 }] },
      "Only 3 of Apple are left to refund.",
      "lines[0].quantity",
    ],
    ["what is not in the order", { lines: [{ lineId: "x", quantity: 1 }] }, "not in the order", "lines"],
    [
      "more than the fee",
      { feeCents: cents(400) },
      "Only $3.99 of the delivery fee can still be refunded.",
      "fee",
    ],
    [
      "more than was paid",
      { amountCents: cents(1490) },
      "Only $14.89 of the order can still be refunded.",
      "amount",
    ],
    [
      "an amount beside a line, together more than was paid",
      { lines: [{ lineId: "b", quantity: 1 }], amountCents: cents(715) },
      "Only $7.14 of the order can still be refunded.",
      "amount",
    ],
    ["nothing", {}, "Choose what to refund.", "lines"],
  ])("rejects %s, at its field", (_, some, message, field) => {
    expect(() => priceRefund(anOrder(), wish(some))).toThrow(
      expect.objectContaining({ code: "invalid", field, message: expect.stringContaining(message) }),
    )
  })

  it("counts a line that is named twice once, and rejects more of it than was bought", () => {
    const named = (...quantities: number[]) =>
      priceRefund(anOrder(), wish({ lines: quantities.map((quantity) => ({ lineId: "a", quantity })) }))
    expect(named(1, 1)).toEqual(named(2))
    expect(() => named(1, 3)).toThrow("Only 3 of Apple are left to refund.")
  })

  it("rejects a unit that was given back, and lines of which an amount took the money", () => {
    const again = afterwards(anOrder(), { lines: [{ lineId: "b", quantity: 1 }] })
    expect(() => priceRefund(again, wish({ lines: [{ lineId: "b", quantity: 1 }] }))).toThrow(
      "Loaf was already refunded.",
    )
    const goodwill = afterwards(anOrder(), { amountCents: cents(1000) })
    expect(() => priceRefund(goodwill, wish({ lines: [{ lineId: "b", quantity: 1 }] }))).toThrow(
      "of the items can still be refunded",
    )
  })

  it("gives back all that was paid and never a cent more, whatever was refunded before and in whichever order", () => {
    const parts = fc.array(
      fc.oneof(
        fc.record({ lines: fc.tuple(fc.constant({ lineId: "a", quantity: 1 })) }),
        fc.record({ lines: fc.tuple(fc.constant({ lineId: "b", quantity: 1 })) }),
        fc.record({ feeCents: fc.integer({ min: 1, max: 399 }).map(cents) }),
        fc.record({ amountCents: fc.integer({ min: 1, max: 900 }).map(cents) }),
      ),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(parts, (wishes) => {
        let order = anOrder()
        for (const some of wishes) {
          try {
            order = afterwards(order, some)
          } catch {
            // A refund of more than is left is rejected.
          }
          const left = leftOf(order)
          expect(Math.min(left.itemsCents, left.deliveryCents, left.taxCents)).toBeGreaterThanOrEqual(0)
        }
        expect(add(priceRest(order).amountCents, refundTotal(order.refunded))).toBe(1489)
      }),
    )
  })

  it("spreads a refund of the dashboard over what is left, and no further", () => {
    expect(spreadOver(cents(100), [cents(300), cents(100)])).toEqual([75, 25])
    expect(spreadOver(cents(500), [cents(300), cents(100)])).toEqual([300, 100])
    expect(spreadOver(cents(500), [ZERO])).toEqual([0])
  })

  it("covers refunds that have not left, oldest first", () => {
    expect(coverOldestFirst(cents(120), [cents(100), cents(50)])).toEqual([100, 20])
    expect(coverOldestFirst(cents(-5), [cents(100)])).toEqual([0])
  })
})

describe("the amounts of a refund's form", { tags: ["REFUND-1"] }, () => {
  const read = (amount: string) =>
    refundFormInput.safeParse({ orderId: "1", amount, fee: amount, reason: "late", bearer: "seller" })

  it("are whole cents, and nothing is rounded", () => {
    expect(read("5.55").data).toMatchObject({ amount: 555, fee: 555 })
    for (const sent of ["5.555", "$0.001"])
      expect(read(sent).error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
        ["fee", "An amount has at most two decimals."],
        ["amount", "An amount has at most two decimals."],
      ])
  })
})

describe("a refund's reason", { tags: ["REFUND-1"] }, () => {
  it("is the words that were chosen and the sentence beside them", () => {
    expect(reasonText({ reason: "broken", sentence: "One box broke." })).toBe(
      "Arrived broken: One box broke.",
    )
    expect(reasonText({ reason: "late", sentence: "" })).toBe("Arrived too late")
    expect(reasonText({ reason: "other", sentence: "Wrong color." })).toBe("Wrong color.")
  })

  it("needs a sentence where it is something else", () => {
    const { error } = refundFormInput.safeParse({
      orderId: "1",
      lines: [],
      reason: "other",
      bearer: "seller",
    })
    expect(error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
      ["sentence", "Say in a sentence why."],
    ])
  })
})
