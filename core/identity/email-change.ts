import { DAY_MS } from "#core/durations.ts"

/** Days after an email change in which the old address can undo it, and nobody else can take that address. */
export const UNDO_DAYS = 7

/** Changes that were confirmed after this moment can be undone. */
export const undoableSince = (now: Date): Date => new Date(now.getTime() - UNDO_DAYS * DAY_MS)

/** The first letter and the host: enough for the owner to recognize the address, and useless to anybody else. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@")
  return `${email.slice(0, 1)}•••${email.slice(at)}`
}
