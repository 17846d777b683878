import { z } from "zod"
import { passkeyReviewFields } from "#core/passkeys/passkey-review.ts"
import { isTimeZone } from "#core/places/time-zones.ts"
import { AGREE_REQUIRED } from "#core/terms/terms.ts"
import { plainText } from "#core/typed-text.ts"
import { agreeField, emailField, firstNameField, fullNameField, lastNameField } from "./fields.ts"
import { currentPasswordField, newPasswordFields, passwordsMatch } from "./password.ts"
import { optionalPhoneField, phoneField } from "./phone.ts"

/** A code of an authenticator app; only admins need one. */
export const codeField = z
  .string()
  .overwrite(plainText)
  .max(12, "Enter the six-digit code from your authenticator app.")
  .optional()

export const signInInput = z.object({
  email: emailField,
  password: currentPasswordField,
  code: codeField,
})
export type SignInInput = z.output<typeof signInInput>

export const registerCustomerInput = z
  .object({
    firstName: firstNameField,
    lastName: lastNameField,
    email: emailField,
    ...newPasswordFields,
    agree: agreeField(AGREE_REQUIRED),
  })
  .refine(...passwordsMatch)
export type RegisterCustomerInput = z.output<typeof registerCustomerInput>

export const forgotPasswordInput = z.object({ email: emailField })

export const newPasswordInput = z
  .object({ ...newPasswordFields, ...passkeyReviewFields })
  .refine(...passwordsMatch)

export const nameInput = z.object({ firstName: firstNameField, lastName: lastNameField })
/** Admins have no profile, and a single name. */
export const adminNameInput = z.object({ name: fullNameField })

export const changeEmailInput = z.object({ email: emailField, password: currentPasswordField })

export const changePasswordInput = z
  .object({
    currentPassword: currentPasswordField,
    ...newPasswordFields,
    code: codeField,
    ...passkeyReviewFields,
  })
  .refine(...passwordsMatch)

/** People call this phone about orders, so changing it requires the password. */
export const phoneInput = z.object({ phone: phoneField, password: currentPasswordField })
/** Customers may have no phone. */
export const optionalPhoneInput = z.object({ phone: optionalPhoneField, password: currentPasswordField })

export const timeZoneInput = z.object({
  /** When empty, `timeZoneOf` derives it from where the person is. */
  timeZone: z
    .string()
    .optional()
    .transform((typed) => typed || null)
    .refine((zone) => zone === null || isTimeZone(zone), "Choose a time zone."),
})
