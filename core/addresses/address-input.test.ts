import { expect, it } from "vitest"
import { addressInput, NO_NUMBER_MESSAGE } from "./address-input.ts"

const home = {
  firstName: "Rosa",
  lastName: "Parks",
  address: "1 Main St",
  city: "New York",
  state: "NY",
  zip: "10001",
  phone: "212-555-0134",
}

it("finds the number of a house in the digits of any keyboard, and asks where there is none", {
  tags: ["FORM-69"],
}, () => {
  for (const address of ["1 Main St", "１ Main St", "Main St ١"])
    expect(addressInput.safeParse({ ...home, address }).error?.issues ?? []).toEqual([])
  const { error } = addressInput.safeParse({ ...home, address: "Old Mill Farm" })
  expect(error?.issues.map(({ message }) => message)).toEqual([NO_NUMBER_MESSAGE])
})
