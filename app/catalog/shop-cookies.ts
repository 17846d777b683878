import { type Cookie, plainCookie } from "#core/cookies.ts"
import { DAY_SECONDS, HOUR_SECONDS } from "#core/durations.ts"

/**
 * Remembered between pages in cookies: the last market and product, as in the original app, and the last searched
 * place. Never used for authorization.
 */
const REMEMBERED = {
  letsee: plainCookie("letsee", 8 * HOUR_SECONDS),
  letme: plainCookie("letme", 8 * HOUR_SECONDS),
  edit: plainCookie("edit", 8 * HOUR_SECONDS),
  place: plainCookie("place", 180 * DAY_SECONDS),
} as const satisfies Record<string, Cookie<string>>

type Remembered = keyof typeof REMEMBERED

/** The query parameter's value or, if it is missing, the cookie's. */
export function paramOrCookie(request: Request, param: string, cookie: Remembered): string | null {
  const given = new URL(request.url).searchParams.get(param)
  return given || readShopCookie(request, cookie)
}

/** The cookie's value. */
export const readShopCookie = (request: Request, cookie: Remembered): string | null =>
  REMEMBERED[cookie].read(request.headers)

/** The Set-Cookie header that remembers a value; an empty value deletes the cookie. */
export function setShopCookie(name: Remembered, value: string): { "Set-Cookie": string } {
  const cookie = REMEMBERED[name]
  return { "Set-Cookie": value ? cookie.write(value) : cookie.clear() }
}
