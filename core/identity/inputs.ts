import { z } from "zod"
import { AGREE_REQUIRED } from "#core/registration/terms.ts"
import { agreeField, emailField, firstNameField, lastNameField } from "./fields.ts"
import { currentPasswordField, newPasswordFields, passwordsMatch } from "./password.ts"

export const signInInput = z.object({
  email: emailField,
  password: currentPasswordField,
  /** Of an authenticator app; only admins are asked. */
  code: z.string().trim().max(12).optional(),
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

export const newPasswordInput = z.object(newPasswordFields).refine(...passwordsMatch)
