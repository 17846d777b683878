import { z } from "zod"
import type { PersonContext } from "#core/context.ts"
import { currentPasswordField } from "#core/identity/password.ts"

/** What is done with everything that is known of a person asks for the password again. */
export const passwordAgainInput = z.object({ password: currentPasswordField })

/** The account being deleted, and when: by its person, or once more after a restore. Nothing outside is asked for it. */
export type DeletedAccount = Pick<PersonContext, "actor" | "now">

/** What stands where a name stood: lists and receipts of others stay readable. */
export const ANONYMIZED_NAME = { firstName: "Deleted", lastName: "account" } as const

/** An address that nothing is ever sent to (RFC 2606), so that the real one can register again. */
export const anonymizedEmail = (userId: string): string => `${userId}@deleted.invalid`
