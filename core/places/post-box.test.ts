import { expect, it } from "vitest"
import { isPostBox } from "./post-box.ts"

it("knows a post office box however it is written, and no street by it", { tags: ["SHIP-9"] }, () => {
  for (const address of [
    "PO Box 123",
    "P.O. Box 123",
    "p o box 123",
    "P. O. BOX #123",
    "POBox123",
    "POB 123",
    "PO Bx A12",
    "Post Office Box 123",
    "Box 123",
  ])
    expect(isPostBox(address), address).toBe(true)
  for (const address of [
    "12 Main St, P.O. Box 5",
    "RR 2 Box 12",
    "Box Elder Rd 12",
    "4 Boxwood Ln",
    "Polk St 12",
    "1 Post Office Sq",
    "Bob's Farm",
  ])
    expect(isPostBox(address), address).toBe(false)
})
