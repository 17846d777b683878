import { z } from "zod"
import { AS_TOAST } from "#core/errors.ts"

/** The specification's rules, in its words and order. */
export const PASSWORD_RULES = [
  { message: "Needs to have an UpperCase", holds: (password: string) => /[A-Z]/.test(password) },
  { message: "Needs to have an LowerCase", holds: (password: string) => /[a-z]/.test(password) },
  {
    message: "one special character (@,#, $, %, ^, &, *)",
    holds: (password: string) => /[@#$%^&*]/.test(password),
  },
  {
    message: "Password must be at least 10 characters long",
    holds: (password: string) => password.length >= 10,
  },
] as const

/** Shown as a toast, and as the error at the confirmation. */
export const PASSWORD_MISMATCH_MESSAGE = "Passwords does not match, Thank you!"

/** Longer passwords only cost hashing time. */
const MAX_PASSWORD_LENGTH = 128

/** The messages of the rules that a password breaks. */
export function brokenPasswordRules(password: string): string[] {
  return PASSWORD_RULES.filter((rule) => !rule.holds(password)).map((rule) => rule.message)
}

/** A password to set: every broken rule is a separate issue. */
export const newPasswordField = z
  .string({ error: "Enter a password." })
  .max(MAX_PASSWORD_LENGTH, `Keep the password to ${MAX_PASSWORD_LENGTH} characters.`)
  .superRefine((password, context) => {
    for (const message of brokenPasswordRules(password)) context.addIssue({ code: "custom", message })
  })

/** A password to check: it only has to be present, since an old one may break today's rules. */
export const currentPasswordField = z
  .string({ error: "Enter your password." })
  .min(1, "Enter your password.")
  .max(MAX_PASSWORD_LENGTH, "email and password don't match")

/** Fields of every form that sets a password; refine the object with `...passwordsMatch`. */
export const newPasswordFields = {
  password: newPasswordField,
  confirmPassword: z.string({ error: "Enter the password again." }).min(1, "Enter the password again."),
}

type Passwords = { password: string; confirmPassword: string }

/**
 * For `.refine(...passwordsMatch)` on an object with `newPasswordFields`. Passwords that differ are reported together
 * with the form's other errors, and not only once those are fixed.
 */
export const passwordsMatch = [
  ({ password, confirmPassword }: Passwords) => password === confirmPassword,
  {
    path: ["confirmPassword"] as PropertyKey[],
    error: PASSWORD_MISMATCH_MESSAGE,
    params: AS_TOAST,
    when: ({ value }: { value: unknown }) => {
      const { password, confirmPassword } = value as Partial<Passwords>
      return Boolean(password && confirmPassword)
    },
  },
] as const
