import { z } from "zod"
import { currentPasswordField } from "#core/identity/password.ts"

/** What is done with everything that is known of a person asks for the password again. */
export const passwordAgainInput = z.object({ password: currentPasswordField })
