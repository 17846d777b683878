import { expect, it } from "vitest"
import { trackingLink } from "./order.ts"

it("leads to the page of a carrier that is known, however it is written", { tags: ["ORDER-16"] }, () => {
  expect(trackingLink("UPS Ground", "1Z 999 AA1")).toBe("https://www.ups.com/track?tracknum=1Z999AA1")
  for (const carrier of ["usps", "US Postal Service", "FedEx", "fed ex home", "DHL"])
    expect(trackingLink(carrier, "1")).toMatch(/^https:/)
  for (const carrier of ["Sups and Co", "my cousin", ""]) expect(trackingLink(carrier, "1")).toBeNull()
})

it("lets nothing of the number become part of another address", { tags: ["ORDER-16"] }, () => {
  expect(trackingLink("UPS", "1&next=//evil#")).toBe(
    "https://www.ups.com/track?tracknum=1%26next%3D%2F%2Fevil%23",
  )
})
