import { DAY_MS } from "#core/durations.ts"

/** How long after a change of the email the old address can undo it, and nobody else can take it. */
export const UNDO_DAYS = 7

/** A change that was confirmed later than this can be undone. */
export const undoableSince = (now: Date): Date => new Date(now.getTime() - UNDO_DAYS * DAY_MS)

/** The first letter and the host: enough to know an address again, and nothing for anybody else who reads it. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@")
  return `${email.slice(0, 1)}•••${email.slice(at)}`
}
