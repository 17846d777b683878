import { DAY_MS, HOUR_MS } from "#core/durations.ts"

/**
 * The versions of the terms and the privacy policy, as agreeing records them. The first is named by the day on which it
 * came into force; the second comes into force on the day of a setting.
 */
export const FIRST_TERMS = "2024-03-05"
export const SECOND_TERMS = "2"

export const AGREE_REQUIRED = "To join, tick that you are 18 or older and agree to the terms."

/** Both versions promise that changes are announced so long before they take effect. */
export const NOTICE_DAYS = 30
/** How long after that day pages still show it to people who have not agreed. */
export const REMIND_DAYS = 30

/** The terms are under the law of California, where a day begins at this hour of UTC; in summer, at one o'clock. */
const MIDNIGHT_MS = 8 * HOUR_MS
export const TERMS_TIME_ZONE = "America/Los_Angeles"

/** When the second version comes into force, or came. */
export type SecondTerms = { from: Date; isInForce: boolean }

/**
 * When an announced version comes into force: at the beginning of the `day` that is set ("2027-01-15"), or where that
 * is less than 30 days after it was announced, of the first day that is not.
 */
export function inForceFrom(day: string, announcedAt: Date): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`) + MIDNIGHT_MS
  const promised = announcedAt.getTime() + NOTICE_DAYS * DAY_MS
  const nextMidnight = Math.ceil((promised - MIDNIGHT_MS) / DAY_MS) * DAY_MS + MIDNIGHT_MS
  return new Date(Math.max(wanted, nextMidnight))
}
