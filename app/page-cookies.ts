import { cookieIn, cookieText } from "#core/cookies.ts"
import { DAY_SECONDS } from "#core/durations.ts"

/** These two cookies record which files are in the browser's cache. */
export const FONT_COOKIE = "font"
export const SHEET_COOKIE = "css"
/** The number of the last order that this device sounded for, if the sound of new orders is on. */
export const SOUND_COOKIE = "new_order_sound"
export const KEPT_SECONDS = 365 * DAY_SECONDS

/** Reads a cookie that any script may read: a word or a URL that needs no encoding. */
export const pageCookie = (name: string): string | undefined => cookieIn(document.cookie, name)

/** Without an age the cookie ends with the browser session; an age of 0 deletes it. */
export function setPageCookie(name: string, value: string, maxAgeSeconds?: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in older browsers and on plain HTTP
  document.cookie = cookieText(name, value, { maxAgeSeconds })
}
