import { z } from "zod"
import { codeField } from "#core/identity/inputs.ts"
import { currentPasswordField } from "#core/identity/password.ts"
import { oneLine, readableText } from "#core/typed-text.ts"

/** "iPhone": owners recognize their passkeys by the names that they give them. */
const passkeyNameField = z
  .string({ error: "Give the passkey a name." })
  .overwrite(readableText)
  .overwrite(oneLine)
  .min(1, { error: "Give the passkey a name.", abort: true })
  .max(60, "Keep this to 60 characters.")

/** A passkey gives lasting access to the account, so adding one requires the password again. */
export const beginPasskeyInput = z.object({
  name: passkeyNameField,
  password: currentPasswordField,
  code: codeField,
})

export const renamePasskeyInput = z.object({ passkeyId: z.string(), name: passkeyNameField })
/** Removing a passkey requires the password, so that a session left open cannot take away the owner's access. */
export const removePasskeyInput = z.object({
  passkeyId: z.string(),
  password: currentPasswordField,
  code: codeField,
})

/** The browser's response to the options of a passkey, as it sends it through a form. */
export const passkeyAnswerInput = z.object({
  answer: z
    .string()
    .max(20_000)
    .transform((text) => parsed(text)),
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
