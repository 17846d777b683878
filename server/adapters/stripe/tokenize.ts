import type Stripe from "stripe"
import type { RawIdentity } from "#core/ports/connected-accounts.ts"

/** The two tokens that Stripe's script makes in a browser, made by the server for a client that has none. */
export async function tokenize(stripe: Stripe, { person, born, ssn, bank }: RawIdentity) {
  const account =
    born || ssn
      ? await stripe.tokens.create({
          account: {
            business_type: "individual",
            tos_shown_and_accepted: true,
            individual: {
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
            },
          },
        })
      : undefined
  const bankAccount = bank
    ? await stripe.tokens.create({
        bank_account: {
          country: "US",
          currency: "usd",
          account_number: bank.accountNumber,
          routing_number: bank.routingNumber,
          account_holder_name: bank.holder,
          account_holder_type: "individual",
        },
      })
    : undefined
  return { accountToken: account?.id, bankToken: bankAccount?.id }
}
