import { z } from "zod"
import { codeField } from "#core/identity/inputs.ts"
import { currentPasswordField } from "#core/identity/password.ts"
import { oneLine, readableText } from "#core/typed-text.ts"

/**
 * The owner recognizes a personal token by its name. A token gives access for 90 days without a sign-in, so creating
 * one requires the password again.
 */
export const apiTokenInput = z.object({
  name: z
    .string({ error: "Give the token a name." })
    .overwrite(readableText)
    .overwrite(oneLine)
    .min(1, "Give the token a name.")
    .max(60, "Keep this to 60 characters."),
  password: currentPasswordField,
  code: codeField,
})
