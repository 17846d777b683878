import type { RawIdentity } from "#core/ports/connected-accounts.ts"

/** A person as Stripe's account tokens expect them; `ssn` with or without dashes. */
export const individualParams = ({ person, born, ssn }: RawIdentity) => ({
  first_name: person.firstName,
  last_name: person.lastName,
  email: person.email,
  phone: `+1${person.phone.replace(/\D/g, "")}`,
  address: {
    line1: person.address,
    city: person.city,
    state: person.state,
    postal_code: person.zip,
    country: "US",
  },
  ...(born ? { dob: born } : {}),
  ...(ssn ? { id_number: ssn.replace(/\D/g, "") } : {}),
})

/** A person's bank account as Stripe's bank tokens expect it. */
export const bankParams = ({ accountNumber, routingNumber, holder }: NonNullable<RawIdentity["bank"]>) => ({
  country: "US",
  currency: "usd",
  account_number: accountNumber,
  routing_number: routingNumber,
  account_holder_name: holder,
  account_holder_type: "individual" as const,
})
