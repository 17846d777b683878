import { addresses } from "#db/schema/index.ts"

/** The columns that saved addresses and cart addresses have in common. */
export const addressColumns = {
  firstName: addresses.firstName,
  lastName: addresses.lastName,
  address: addresses.address,
  addressOne: addresses.addressOne,
  city: addresses.city,
  state: addresses.state,
  zip: addresses.zip,
  phone: addresses.phone,
  instructions: addresses.instructions,
}
