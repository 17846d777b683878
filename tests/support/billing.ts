/** Values for the billing and shipping forms of these tests. */
export const BILLING = {
  firstName: "Rosa",
  lastName: "Parks",
  address: "1 Main St",
  addressOne: "",
  city: "New York",
  state: "NY" as const,
  zip: "10001",
}
export const SHIP_TO = { ...BILLING, phone: "212-555-0134" }
