import { MINUTE_MS } from "#core/durations.ts"

/** The moment until which things are held. */
export const holdUntil = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * MINUTE_MS)

export const earlier = (a: Date, b: Date): Date => (a < b ? a : b)
