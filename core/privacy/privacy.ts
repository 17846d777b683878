import { z } from "zod"
import type { PersonContext } from "#core/context.ts"
import { currentPasswordField } from "#core/identity/password.ts"

/** Actions on all data of a person require the password again. */
export const passwordAgainInput = z.object({ password: currentPasswordField })

/** The account being deleted, and the time: by the person, or again after a restore. Uses no port. */
export type DeletedAccount = Pick<PersonContext, "actor" | "now">

/** Replaces a deleted person's name, so that other people's lists and receipts stay readable. */
export const ANONYMIZED_NAME = { firstName: "Deleted", lastName: "account" } as const

/** An address that never receives email (RFC 2606), so that the real one can register again. */
export const anonymizedEmail = (userId: string): string => `${userId}@deleted.invalid`

/** The column values that erase the coordinates of where somebody lives or gets deliveries. */
export const NO_POSITION = { lat: null, lng: null, positionSource: null, placeId: null } as const
