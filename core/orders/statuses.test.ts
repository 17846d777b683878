import { expect, it } from "vitest"
import { cancelledText } from "./statuses.ts"

const off = { cancelledBy: "seller", cancelReason: "Sold at the stall. Sorry!", chargedBackAt: null } as const

it("says to each reader who cancelled, why in the words as written, and where the money goes", {
  tags: ["ORDER-9"],
}, () => {
  expect(cancelledText(off, "customer")).toBe(
    "The market cancelled this order: “Sold at the stall. Sorry!” Your money is on its way back to your card.",
  )
  expect(cancelledText(off, "seller")).toBe(
    "You cancelled this order: “Sold at the stall. Sorry!” The customer gets the whole amount back.",
  )
  for (const cancelledBy of ["admin", "system"] as const)
    for (const reader of ["customer", "seller"] as const)
      expect(cancelledText({ ...off, cancelledBy }, reader)).toMatch(/^Pushcart cancelled this order: “/)
})

it("promises nothing any more once the money was sent back", { tags: ["ORDER-9"] }, () => {
  const sent = [{ status: "done" as const }]
  expect(cancelledText(off, "customer", sent)).toMatch(
    / Your money was sent back to your card; banks show it within ten days\.$/,
  )
  expect(cancelledText(off, "seller", sent)).toMatch(/ The customer got the whole amount back\.$/)
  expect(cancelledText(off, "customer", [{ status: "due" }])).toMatch(/ is on its way back to your card\.$/)
})

it("says that the money is sent again when the bank did not take it", { tags: ["REFUND-12"] }, () => {
  expect(cancelledText(off, "customer", [{ status: "failed" }])).toMatch(
    / Your bank did not take the money\. We're sending your refund again\.$/,
  )
})

it("promises no refund of what the bank has taken back already", { tags: ["ORDER-9"] }, () => {
  const takenBack = { ...off, cancelReason: null, chargedBackAt: new Date(0) }
  expect(cancelledText(takenBack, "customer")).toBe(
    "The market cancelled this order. Your bank has already given you the money back.",
  )
  expect(cancelledText(takenBack, "seller")).not.toContain("gets the whole")
  const closed = [{ status: "closed" as const }]
  expect(cancelledText(off, "customer", closed)).toMatch(/ Your bank has already given you the money back\.$/)
})
