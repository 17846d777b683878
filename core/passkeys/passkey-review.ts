import { z } from "zod"
import { DAY_MS } from "#core/durations.ts"

/** A younger one may belong to the person who had access before the owner took the account back. */
export const RECENT_PASSKEY_DAYS = 30

const ids = z.array(z.string()).max(100)

/** What a form that recovers an account says of the passkeys that it has listed. */
export const passkeyReviewFields = { shownPasskeys: ids, removedPasskeys: ids }

export const passkeyReviewInput = z.object(passkeyReviewFields)

/** Nothing is shown where nobody can be asked: by API. */
export type PasskeyReview = {
  readonly shownPasskeys?: readonly string[]
  readonly removedPasskeys?: readonly string[]
}

export const isRecent = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < RECENT_PASSKEY_DAYS * DAY_MS

/** Whether a passkey ends with the recovery: it is ticked, or a recent one that its owner was not shown. */
export function endsWith(
  { shownPasskeys = [], removedPasskeys = [] }: PasskeyReview,
  passkey: { id: string; createdAt: Date },
  now: Date,
): boolean {
  if (removedPasskeys.includes(passkey.id)) return true
  return isRecent(passkey.createdAt, now) && !shownPasskeys.includes(passkey.id)
}

/** What a toast adds, after a blank. */
export const alsoRemoved = (count: number): string =>
  count === 0 ? "" : count === 1 ? " One passkey was removed." : ` ${count} passkeys were removed.`
