import { DAY_MS, HOUR_MS } from "#core/durations.ts"

/**
 * The versions of the terms and the privacy policy, as agreements record them. The first is named after the day on
 * which it came into force; the second comes into force on a configured day.
 */
export const FIRST_TERMS = "2024-03-05"
export const SECOND_TERMS = "2"

export const AGREE_REQUIRED = "To join, tick that you are 18 or older and agree to the terms."

/** Both versions promise to announce changes this many days before they take effect. */
export const NOTICE_DAYS = 30
/** For how many days after it came into force pages still show it to people who have not agreed. */
export const REMIND_DAYS = 30

/** Midnight in California, in UTC, because the terms are under California law; in summer this is 1 a.m. there. */
const MIDNIGHT_MS = 8 * HOUR_MS
export const TERMS_TIME_ZONE = "America/Los_Angeles"

/** `from` is when the second version comes, or came, into force. */
export type SecondTerms = { from: Date; isInForce: boolean }

/**
 * When an announced version comes into force: at the beginning of the configured `day` ("2027-01-15"), or, if that is
 * less than 30 days after the announcement, on the first day that is at least 30 days after it.
 */
export function inForceFrom(day: string, announcedAt: Date): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`) + MIDNIGHT_MS
  const promised = announcedAt.getTime() + NOTICE_DAYS * DAY_MS
  const nextMidnight = Math.ceil((promised - MIDNIGHT_MS) / DAY_MS) * DAY_MS + MIDNIGHT_MS
  return new Date(Math.max(wanted, nextMidnight))
}
