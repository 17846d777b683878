import { type Cookie, plainCookie } from "#core/cookies.ts"
import { DAY_SECONDS, HOUR_SECONDS } from "#core/durations.ts"

/**
 * What is remembered between pages: the market and the product last looked at, as in the original, and the place last
 * searched for. No authority, only memory.
 */
const REMEMBERED = {
  letsee: plainCookie("letsee", 8 * HOUR_SECONDS),
  letme: plainCookie("letme", 8 * HOUR_SECONDS),
  edit: plainCookie("edit", 8 * HOUR_SECONDS),
  place: plainCookie("place", 180 * DAY_SECONDS),
} as const satisfies Record<string, Cookie<string>>

type Remembered = keyof typeof REMEMBERED

/** The value that a parameter or, where it is missing, the cookie names. */
export function recall(request: Request, param: string, cookie: Remembered): string | null {
  const given = new URL(request.url).searchParams.get(param)
  return given || remembered(request, cookie)
}

/** The value that the cookie names. */
export const remembered = (request: Request, cookie: Remembered): string | null =>
  REMEMBERED[cookie].read(request.headers)

/** The Set-Cookie header that remembers a value; an empty one forgets it. */
export function remember(name: Remembered, value: string): { "Set-Cookie": string } {
  const cookie = REMEMBERED[name]
  return { "Set-Cookie": value ? cookie.write(value) : cookie.clear() }
}
