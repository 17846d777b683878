import { z } from "zod"
import { addressFields, firstNameField, lastNameField } from "#core/identity/fields.ts"
import { phoneField } from "#core/identity/phone.ts"
import { isPostBox, POST_BOX_MESSAGE } from "#core/places/post-box.ts"

const names = { firstName: firstNameField, lastName: lastNameField }
const { address: anyAddress, state, ...otherAddressFields } = addressFields
const address = anyAddress.refine((line) => !isPostBox(line), POST_BOX_MESSAGE)

/**
 * /ship-to, in the order of its form, which its errors are told in: the state stands after the street. The email on
 * that form is read-only: the account's own is taken, whatever is sent.
 */
export const shipToInput = z.object({ ...names, address, state, ...otherAddressFields, phone: phoneField })

/** The billing form of /pay, with the same read-only email. */
export const billingInput = z.object({ ...names, ...addressFields })

/** What goes with a shipping address that is or becomes a saved one (core/addresses). */
export type DropOff = { instructions?: string | null; addressId?: string | null }

/** The shipping address as kept. */
export type ShipTo = z.output<typeof shipToInput> & DropOff & { email: string }

/** The cardholder's address as kept. */
export type Billing = z.output<typeof billingInput> & { email: string }
