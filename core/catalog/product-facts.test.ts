import { describe, expect, it } from "vitest"
import { someFacts } from "#tests/support/factories/product-facts.ts"
import { cents } from "../money.ts"
import { mergeEdit } from "./product-facts.ts"

const shown = someFacts({ description: "Pulled\ntoday." })

describe("an edit of a product", { tags: ["LIST-21"] }, () => {
  it("changes what was typed and nothing else", () => {
    const current = { ...shown, priceCents: cents(275), stock: 98 }
    const typed = { ...shown, description: "Pulled yesterday." }
    expect(mergeEdit({ current, shown, typed })).toEqual({ ...current, description: "Pulled yesterday." })
  })

  it("changes the stock by the difference, down to nothing", () => {
    const stockAfter = (typed: number, now: number) =>
      mergeEdit({ current: { ...shown, stock: now }, shown, typed: { ...shown, stock: typed } }).stock
    expect(stockAfter(60, 38)).toBe(58)
    expect(stockAfter(0, 38)).toBe(0)
    expect(stockAfter(40, 38)).toBe(38)
  })

  it("says of each field that somebody else changed it too", () => {
    const current = { ...shown, name: "Beets", priceCents: cents(275) }
    const typed = { ...shown, name: "Red carrots", priceCents: cents(300) }
    const kept = (now: string) =>
      `Somebody changed this to ${now} while you were editing. Press Update again to keep what you typed.`
    expect(() => mergeEdit({ current, shown, typed })).toThrow(
      expect.objectContaining({
        code: "invalid",
        field: "name",
        details: { messages: { name: kept('"Beets"'), priceCents: kept("$2.75") } },
      }),
    )
    expect(mergeEdit({ current, shown: current, typed })).toEqual(typed)
    expect(mergeEdit({ current: typed, shown, typed })).toEqual(typed)
  })

  it("takes the line breaks of a form for those that are stored", () => {
    const typed = { ...shown, description: "Pulled\r\ntoday.", name: "Beets" }
    expect(mergeEdit({ current: shown, shown, typed })).toEqual({ ...shown, name: "Beets" })
  })
})
