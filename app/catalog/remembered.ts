import { cookieIn } from "#core/cookie-in.ts"
import { DAY_SECONDS, HOUR_SECONDS } from "#core/durations.ts"

/**
 * What is remembered between pages: the market and the product last looked at, as in the original, and the place last
 * searched for. No authority, only memory.
 */
const KEPT_SECONDS = {
  letsee: 8 * HOUR_SECONDS,
  letme: 8 * HOUR_SECONDS,
  edit: 8 * HOUR_SECONDS,
  place: 180 * DAY_SECONDS,
} as const

type Remembered = keyof typeof KEPT_SECONDS

/** The value that a parameter or, where it is missing, the cookie names. */
export function recall(request: Request, param: string, cookie: Remembered): string | null {
  const given = new URL(request.url).searchParams.get(param)
  return given || remembered(request, cookie)
}

/** The value that the cookie names. */
export function remembered(request: Request, cookie: Remembered): string | null {
  const found = cookieIn(request.headers, cookie)
  return found ? readValue(found) : null
}

/** A cookie that somebody broke is as good as none. */
function readValue(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** The Set-Cookie header that remembers a value; an empty one forgets it. */
export function remember(cookie: Remembered, value: string): { "Set-Cookie": string } {
  const seconds = value ? KEPT_SECONDS[cookie] : 0
  return { "Set-Cookie": `${cookie}=${encodeURIComponent(value)}; Path=/; Max-Age=${seconds}; SameSite=Lax` }
}
