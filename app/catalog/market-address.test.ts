import { expect, it } from "vitest"
import { chosenIn, marketAddress } from "./market-address.ts"

it("carries the zip, the category and the page along, and nothing else", { tags: ["MARKET-10"] }, () => {
  const params = new URLSearchParams("product=7&category=Ice+Cream&page=2&zip=10001&image=3")
  expect(marketAddress("m1", params)).toBe("/market-info?market=m1&zip=10001&category=Ice+Cream&page=2")
  expect(chosenIn(new URLSearchParams("product=7&page="))).toBe("")
})
