/** The shipping address as given at /ship-to. */
export type ShipTo = {
  firstName: string
  lastName: string
  address: string
  addressOne: string
  city: string
  state: string
  zip: string
  phone: string
  email: string
}

/** The cardholder's address as given at /pay. */
export type Billing = Omit<ShipTo, "phone">
