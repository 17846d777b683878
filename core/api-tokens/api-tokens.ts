import { DAY_MS } from "#core/durations.ts"

/** Days that an API token works, and days before its end when its owner is notified. */
export const TOKEN_DAYS = 90
export const TOKEN_NOTICE_DAYS = 7

export const tokenEnd = (from: Date): Date => new Date(from.getTime() + TOKEN_DAYS * DAY_MS)
