import { z } from "zod"
import { jsonCookie } from "#core/cookies.ts"
import { HOUR_SECONDS } from "#core/durations.ts"
import { ROLES, type Role } from "#core/identity/roles.ts"

const mailed = jsonCookie("mailed", z.object({ role: z.enum(ROLES), email: z.string() }), HOUR_SECONDS)

/** The email that this browser registered for a role and that is not confirmed yet. */
export function unconfirmedEmail(request: Request, role: Role): string | null {
  const noted = mailed.read(request.headers)
  return noted?.role === role ? noted.email : null
}

/** The Set-Cookie header that makes this role's sign-in page show where a confirmation link was sent. */
export const setUnconfirmedEmail = (role: Role, email: string): string => mailed.write({ role, email })

export const CLEAR_UNCONFIRMED_EMAIL = mailed.clear()
