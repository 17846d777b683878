import { expect, it } from "vitest"
import { readMarketChoice } from "./market-choice.ts"

const chosen = (address: string) => {
  const { as, category, page } = readMarketChoice(new URLSearchParams(address))
  return [as, category, page]
}

it("shows shelves where nothing is asked for, the grid for a category or a page, and a list for all or a search", {
  tags: ["MARKET-3", "MARKET-11"],
}, () => {
  expect(chosen("zip=10001")).toEqual(["shelves", null, 1])
  expect(chosen("category=Fruits")).toEqual(["grid", "Fruits", 1])
  expect(chosen("category=nonsense&page=3")).toEqual(["grid", null, 3])
  expect(chosen("category=Fruits&q=pears&page=2")).toEqual(["grid", "Fruits", 2])
  expect(chosen("all=Ice+Cream&part=2&page=9")).toEqual(["list", "Ice Cream", 2])
  expect(chosen("all=products&part=x")).toEqual(["list", null, 1])
  expect(chosen("q=pears")).toEqual(["list", null, 1])
  expect(chosen("sort=price")).toEqual(["list", null, 1])
  expect(chosen("q=&sort=nonsense")).toEqual(["shelves", null, 1])
})
