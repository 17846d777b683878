import { addresses } from "#db/schema/index.ts"

/** What a saved address and the address of a cart have in common, as columns to select. */
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
