import { z } from "zod"
import { dayProblem, hourField } from "#core/catalog/hours.ts"
import { AS_TOAST } from "#core/errors.ts"
import {
  addressFields,
  emailField,
  firstNameField,
  lastNameField,
  marketAddressInput,
  marketNameField,
} from "#core/identity/fields.ts"
import { registerCustomerInput } from "#core/identity/inputs.ts"
import { newPasswordField, PASSWORD_MISMATCH_MESSAGE } from "#core/identity/password.ts"
import { phoneField } from "#core/identity/phone.ts"

export const DUPLICATE_EMAIL_MESSAGE = "This email has been used, please use another one!"

/** Step 1 of a seller's and a courier's registration: the same fields and rules as a customer's. */
export const ownerAccountInput = registerCustomerInput

/** Step 1 when it is opened again: without a new password, the one entered earlier is kept. */
export const ownerAccountAgainInput = z
  .object({
    ...ownerAccountInput.shape,
    password: newPasswordField.optional(),
    confirmPassword: z.string().optional(),
  })
  .superRefine((input, context) => {
    if ((input.password ?? "") === (input.confirmPassword ?? "")) return
    context.addIssue({
      code: "custom",
      path: ["confirmPassword"],
      message: PASSWORD_MISMATCH_MESSAGE,
      params: AS_TOAST,
    })
  })

const DAYS = ["weekday", "saturday", "sunday"] as const

/** Step 3 of the seller's registration: the market's name, its phone and six hour selects. */
export const marketHoursInput = z
  .object({
    marketName: marketNameField,
    phone: phoneField,
    weekdayOpen: hourField,
    weekdayClose: hourField,
    saturdayOpen: hourField,
    saturdayClose: hourField,
    sundayOpen: hourField,
    sundayClose: hourField,
  })
  .superRefine((input, context) => {
    for (const day of DAYS) {
      const message = dayProblem(input[`${day}Open`], input[`${day}Close`])
      if (message) context.addIssue({ code: "custom", path: [`${day}Close`], message })
    }
  })

/** Step 4: the three images, under the specification's names for them, and the container that stores each. */
export const SELLER_FILES = {
  id: "identity",
  pictureOfMarket: "markets",
  certificate: "identity",
} as const
export type DocumentName = keyof typeof SELLER_FILES

/** The combined values of a seller's steps. The draft holds only the hash of the password. */
export const sellerRegistration = z
  .object({ firstName: firstNameField, lastName: lastNameField, email: emailField })
  .extend(marketAddressInput.shape)
  .extend(marketHoursInput.shape)
export type SellerRegistration = z.output<typeof sellerRegistration>

/** Step 2 of the courier's registration. */
export const courierAddressInput = z.object({ ...addressFields, phone: phoneField })

/** Step 3: the photo ID, under the specification's name for it. */
export const COURIER_FILES = { id: "identity" } as const

/** The combined values of a courier's steps. */
export const courierRegistration = z
  .object({ firstName: firstNameField, lastName: lastNameField, email: emailField })
  .extend(courierAddressInput.shape)
export type CourierRegistration = z.output<typeof courierRegistration>
