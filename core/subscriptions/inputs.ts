import { z } from "zod"
import { addressFields, agreeField, firstNameField, lastNameField } from "#core/identity/fields.ts"

/** The label of the subscription form's checkbox. */
export const AGREE_MONTHLY = "I agree to get Monthly charged 5 dollars"

const cardToken = z
  .string({ error: "Enter your card." })
  .regex(/^(tok|pm)_\w+$/, "Your card didn't reach our card provider. Please try again.")

const billing = {
  firstName: firstNameField,
  lastName: lastNameField,
  address: addressFields.address,
  addressOne: addressFields.addressOne,
  city: addressFields.city,
  state: addressFields.state,
  zip: addressFields.zip,
}

/** The card form's own fields; the browser sends the card itself straight to the card provider. */
export const updateCardForm = z.object(billing)
export const subscribeForm = z.object({
  ...billing,
  agree: agreeField("To subscribe, agree to the monthly charge."),
})

/** With the token for the card that the browser got from the provider. */
export const updateCardInput = updateCardForm.extend({ token: cardToken })
export const subscribeInput = subscribeForm.extend({ token: cardToken })
