import { cookieIn } from "#core/cookie-in.ts"

/** What the original remembers between pages: the market and the product last looked at. No authority, only memory. */
const KEEP_SECONDS = 8 * 60 * 60

type Remembered = "letsee" | "letme" | "edit"

/** The value that a parameter or, where it is missing, the cookie names. */
export function recall(request: Request, param: string, cookie: Remembered): string | null {
  const given = new URL(request.url).searchParams.get(param)
  if (given) return given
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

/** The Set-Cookie header that remembers a value. */
export function remember(cookie: Remembered, value: string): { "Set-Cookie": string } {
  return {
    "Set-Cookie": `${cookie}=${encodeURIComponent(value)}; Path=/; Max-Age=${KEEP_SECONDS}; SameSite=Lax`,
  }
}
