import { expect, it } from "vitest"
import { cancelledText } from "./statuses.ts"

const off = { cancelledBy: "seller", cancelReason: "Sold at the stall. Sorry!", chargedBackAt: null } as const

it("says to each reader who cancelled, why in the words as written, and where the money goes", {
  tags: ["ORDER-9"],
}, () => {
  expect(cancelledText(off, "customer")).toBe(
    "The market canceled this order: “Sold at the stall. Sorry!” Your money is on its way back to your card.",
  )
  expect(cancelledText(off, "seller")).toBe(
    "You canceled this order: “Sold at the stall. Sorry!” The customer gets a full refund.",
  )
  for (const cancelledBy of ["admin", "system"] as const)
    for (const reader of ["customer", "seller"] as const)
      expect(cancelledText({ ...off, cancelledBy }, reader)).toMatch(/^Pushcart canceled this order: “/)
})

it("promises nothing any more once the money was sent back", { tags: ["ORDER-9"] }, () => {
  const sent = [{ status: "done" as const }]
  expect(cancelledText(off, "customer", sent)).toMatch(
    / We refunded your card\. It can take up to 10 days to appear on your statement\.$/,
  )
  expect(cancelledText(off, "seller", sent)).toMatch(/ The customer got a full refund\.$/)
  expect(cancelledText(off, "customer", [{ status: "due" }])).toMatch(/ is on its way back to your card\.$/)
})

it("says that the money is sent again when the bank did not take it", { tags: ["REFUND-12"] }, () => {
  expect(cancelledText(off, "customer", [{ status: "failed" }])).toMatch(
    / Your bank didn't accept the refund\. We're sending it again\.$/,
  )
})

it("promises no refund of what the bank has taken back already", { tags: ["ORDER-9"] }, () => {
  const takenBack = { ...off, cancelReason: null, chargedBackAt: new Date(0) }
  expect(cancelledText(takenBack, "customer")).toBe(
    "The market canceled this order. Your bank has already refunded you.",
  )
  expect(cancelledText(takenBack, "seller")).not.toContain("gets a full refund")
  const closed = [{ status: "closed" as const }]
  expect(cancelledText(off, "customer", closed)).toMatch(/ Your bank has already refunded you\.$/)
})
