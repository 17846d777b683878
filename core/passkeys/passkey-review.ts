import { z } from "zod"
import { DAY_MS } from "#core/durations.ts"

/** A younger passkey may belong to a person who had access before the owner recovered the account. */
export const RECENT_PASSKEY_DAYS = 30

const ids = z.array(z.string()).max(100)

/** The passkeys that an account recovery form listed, and the ones checked for removal. */
export const passkeyReviewFields = { shownPasskeys: ids, removedPasskeys: ids }

export const passkeyReviewInput = z.object(passkeyReviewFields)

/** Both are absent in the API, where no passkeys can be shown. */
export type PasskeyReview = {
  readonly shownPasskeys?: readonly string[]
  readonly removedPasskeys?: readonly string[]
}

export const isRecent = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < RECENT_PASSKEY_DAYS * DAY_MS

/** Whether a recovery removes a passkey: it was checked, or it is recent and was not shown to its owner. */
export function endsWith(
  { shownPasskeys = [], removedPasskeys = [] }: PasskeyReview,
  passkey: { id: string; createdAt: Date },
  now: Date,
): boolean {
  if (removedPasskeys.includes(passkey.id)) return true
  return isRecent(passkey.createdAt, now) && !shownPasskeys.includes(passkey.id)
}

/** The sentence to append to a toast, with a leading space; "" if no passkeys were removed. */
export const alsoRemoved = (count: number): string =>
  count === 0 ? "" : count === 1 ? " One passkey was removed." : ` ${count} passkeys were removed.`
