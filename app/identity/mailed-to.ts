import { cookieIn } from "#core/cookie-in.ts"
import { HOUR_SECONDS } from "#core/durations.ts"
import type { Role } from "#core/identity/roles.ts"

const NAME = "mailed"
const KEEP_SECONDS = HOUR_SECONDS

/** The address that this browser registered with for a role, and that waits to be confirmed. */
export function mailedTo(request: Request, role: Role): string | null {
  const [owner, email] = cookieIn(request.headers, NAME)?.split(":") ?? []
  try {
    return owner === role && email ? decodeURIComponent(email) : null
  } catch {
    return null
  }
}

/** The Set-Cookie header that has this role's sign-in page say to which address a confirmation link was sent. */
export const noteMailed = (role: Role, email: string): string =>
  `${NAME}=${role}:${encodeURIComponent(email)}; Path=/; Max-Age=${KEEP_SECONDS}; HttpOnly; SameSite=Lax`

export const FORGET_MAILED = `${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`
