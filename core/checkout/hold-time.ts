/** The moment until which things are held. */
export const holdUntil = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * 60_000)

export const earlier = (a: Date, b: Date): Date => (a < b ? a : b)
