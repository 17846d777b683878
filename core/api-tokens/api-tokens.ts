import { DAY_MS } from "#core/durations.ts"

/** How long an API token works, and how long before its end its owner is told. */
export const TOKEN_DAYS = 90
export const TOKEN_NOTICE_DAYS = 7

export const tokenEnd = (from: Date): Date => new Date(from.getTime() + TOKEN_DAYS * DAY_MS)
