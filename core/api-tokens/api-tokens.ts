import { DAY_MS } from "#core/durations.ts"

/** How many days an API token is valid, and how many days before its expiry its owner is notified. */
export const TOKEN_DAYS = 90
export const TOKEN_NOTICE_DAYS = 7

export const tokenEnd = (from: Date): Date => new Date(from.getTime() + TOKEN_DAYS * DAY_MS)
