import { describe, expect, it } from "vitest"
import { cents } from "#core/money.ts"
import {
  answeredMessage,
  endedMessage,
  endedText,
  exchange,
  minutesToAnswer,
  missingCents,
  moveOnSilence,
  type OfferedPrice,
  offeredCents,
  offeredMessage,
  taxOfReplacement,
} from "./replacement.ts"

/** Two of something at $4.50, with 36 cents of tax, of which `missing…` was paid. */
const anOffer = (paid: [items: number, tax: number], wanted: [unit: number, count: number, tax: number]) =>
  ({
    missingItemsCents: cents(paid[0]),
    missingTaxCents: cents(paid[1]),
    unitPriceCents: cents(wanted[0]),
    quantity: wanted[1],
    taxCents: cents(wanted[2]),
  }) satisfies OfferedPrice

describe("what a replacement costs", { tags: ["REPL-1"] }, () => {
  it("comes out of what was paid for what is missing, and the rest goes back with its tax", () => {
    const offer = anOffer([650, 52], [550, 1, 44])
    expect([offeredCents(offer), missingCents(offer)]).toEqual([594, 702])
    expect(exchange(offer)).toEqual({ left: { itemsCents: 100, taxCents: 8 }, taxToItemsCents: 0 })
  })

  it("moves what it needs between price and tax if it is taxed at another rate", () => {
    const untaxed = exchange(anOffer([1000, 80], [1050, 1, 0]))
    expect(untaxed).toEqual({ left: { itemsCents: 0, taxCents: 30 }, taxToItemsCents: 50 })
    const taxed = exchange(anOffer([1000, 0], [900, 1, 72]))
    expect(taxed).toEqual({ left: { itemsCents: 28, taxCents: 0 }, taxToItemsCents: -72 })
  })

  it("leaves what was paid, to the cent, whatever the rates", () => {
    for (const paidTax of [0, 7, 80])
      for (const unit of [1, 333, 1000])
        for (const tax of [0, 9, 80]) {
          const offer = anOffer([1000, paidTax], [unit, 1, tax])
          if (offeredCents(offer) > missingCents(offer)) continue
          const { left, taxToItemsCents } = exchange(offer)
          expect(left.itemsCents).toBeGreaterThanOrEqual(0)
          expect(left.taxCents).toBeGreaterThanOrEqual(0)
          expect(unit + left.itemsCents).toBe(1000 + taxToItemsCents)
          expect(tax + left.taxCents).toBe(paidTax - taxToItemsCents)
        }
  })

  it("is not dearer by a cent of rounding, but by any other tax", () => {
    const paid = { itemsCents: cents(119), taxCents: cents(9) }
    expect(taxOfReplacement(cents(10), cents(119), paid)).toBe(9)
    expect(taxOfReplacement(cents(11), cents(119), paid)).toBe(11)
    expect(taxOfReplacement(cents(10), cents(120), paid)).toBe(10)
    expect(taxOfReplacement(cents(8), cents(110), paid)).toBe(8)
  })
})

describe("silence", { tags: ["REPL-2"] }, () => {
  it("means yes only where the customer wished a replacement", () => {
    expect([moveOnSilence("replace"), moveOnSilence(null)]).toEqual(["accept", "expire"])
  })

  it("has fifteen minutes, of which the last one is shown as one", () => {
    const expiresAt = new Date("2026-11-28T15:27:00Z")
    const at = (time: string) => minutesToAnswer(expiresAt, new Date(`2026-11-28T${time}Z`))
    expect([at("15:12:00"), at("15:26:30"), at("15:27:00"), at("15:40:00")]).toEqual([15, 1, 0, 0])
  })
})

describe("the words of an offer", { tags: ["REPL-1"] }, () => {
  const news = {
    number: 100234,
    marketName: "Chelsea Corner",
    offered: "1 × Strawberries, pint",
    missing: "1 × Blueberries, pint",
  }
  const endings = [
    { status: "accepted", answeredBy: "customer" },
    { status: "accepted", answeredBy: "time" },
    { status: "refused", answeredBy: "customer" },
    { status: "expired", answeredBy: "time" },
    { status: "withdrawn", answeredBy: null },
  ] as const

  it("tell the customer what is offered and until when", () => {
    expect(offeredMessage(news, "10:27 am")).toBe(
      "Order 100234: Chelsea Corner is out of 1 × Blueberries, pint and offers 1 × Strawberries, pint instead. Answer by 10:27 am.",
    )
  })

  it("tell each side what the other side or the time decided, and nobody what they did themselves", () => {
    expect(endings.map((ending) => endedMessage(ending, news))).toEqual([
      null,
      "Order 100234: you didn't answer in time. As you wished, Chelsea Corner puts in 1 × Strawberries, pint instead of 1 × Blueberries, pint.",
      null,
      "Order 100234: you didn't answer in time. You get a refund for 1 × Blueberries, pint.",
      "Order 100234: Chelsea Corner took back its offer of 1 × Strawberries, pint.",
    ])
    expect(endings.map((ending) => answeredMessage(ending, news))).toEqual([
      "Order 100234: the customer said yes. 1 × Strawberries, pint goes in instead of 1 × Blueberries, pint.",
      "Order 100234: no answer in time. 1 × Strawberries, pint goes in instead of 1 × Blueberries, pint, as the customer wished.",
      "Order 100234: the customer said no. 1 × Blueberries, pint is refunded.",
      "Order 100234: no answer in time. 1 × Blueberries, pint is refunded.",
      null,
    ])
  })

  it("say why it can no longer be answered", () => {
    expect(endedText({ status: "refused", answeredBy: "customer" }, "customer")).toBe(
      "You said no: it is refunded.",
    )
    expect(endings.map((ending) => endedText(ending, "seller"))).toEqual([
      "The customer said yes: it is replaced.",
      "The time was over: it is replaced.",
      "The customer said no: it is refunded.",
      "The time was over: it is refunded.",
      "The market took this offer back.",
    ])
  })
})
