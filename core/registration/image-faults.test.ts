import { expect, it } from "vitest"
import { sameImageFaults } from "./image-faults.ts"

it("names the first of the fields with the same picture next to each later one", { tags: ["REG-27"] }, () => {
  const same = "This is the same photo as the photo ID of the owner. Choose another."
  const faultsOf = (id?: string, market?: string, certificate?: string) =>
    sameImageFaults([
      ["id", id],
      ["pictureOfMarket", market],
      ["certificate", certificate],
    ])
  expect(faultsOf("a", "b", "c")).toEqual({})
  expect(faultsOf("a", "a", "a")).toEqual({ pictureOfMarket: same, certificate: same })
  expect(faultsOf("a", "b", "b")).toEqual({
    certificate: "This is the same photo as the photo of the market. Choose another.",
  })
  // Images without a digest never count as identical.
  expect(faultsOf(undefined, undefined, "a")).toEqual({})
})
