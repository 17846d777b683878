import { plainCookie } from "#core/cookies.ts"
import type { Role } from "#core/identity/roles.ts"
import { ROLE_FLAGS, SESSION_SECONDS } from "./session-rules.ts"

/** Cookies of the original that pages and clients read. None of them grants access. */
const REMEMBERED = ["location", "letsee", "letme", "edit", "price"]

/** Sets the role's flag cookie for clients that look for it, and clears the flag cookies of all other roles. */
export function flagCookies(role: Role, secure: boolean): string[] {
  return Object.entries(ROLE_FLAGS).map(([of, flag]) =>
    of === role ? plainCookie(flag, SESSION_SECONDS).write("true", secure) : plainCookie(flag).clear(secure),
  )
}

/** Clears every cookie that signing in and shopping have set. */
export function clearedCookies(secure: boolean): string[] {
  return [...Object.values(ROLE_FLAGS), ...REMEMBERED].map((name) => plainCookie(name).clear(secure))
}
