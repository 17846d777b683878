import type { Sessions } from "#core/ports/sessions.ts"
import type { Database } from "#db/client.ts"
import { createAuth } from "./auth.ts"
import { clearedCookies, flagCookies } from "./session-cookies.ts"
import { sessionCookieName } from "./session-rules.ts"

/** Sessions kept by better-auth. The scheme under which the page was asked for decides which cookie carries them. */
export function createSessions(options: { db: Database; secret: string }): Sessions {
  const secureAuth = createAuth({ ...options, secure: true })
  const plainAuth = createAuth({ ...options, secure: false })
  const isSecure = (request: Request) => new URL(request.url).protocol === "https:"
  const authFor = (request: Request) => (isSecure(request) ? secureAuth : plainAuth)
  const read = { secure: readOnce(secureAuth), plain: readOnce(plainAuth) }
  return {
    async open(request, person) {
      const { headers } = await authFor(request).api.openRoleSession({
        body: person,
        headers: request.headers,
        returnHeaders: true,
      })
      return [...headers.getSetCookie(), ...flagCookies(person.role, isSecure(request))]
    },
    async close(request) {
      const { headers } = await authFor(request).api.closeRoleSession({
        headers: request.headers,
        returnHeaders: true,
      })
      return [...headers.getSetCookie(), ...clearedCookies(isSecure(request))]
    },
    async token(request) {
      // Most requests are of nobody: they need no cryptography.
      if (!request.headers.get("cookie")?.includes(sessionCookieName(isSecure(request)))) return null
      return (isSecure(request) ? read.secure : read.plain)(request.headers)
    },
  }
}

/** Headers whose signature was found right; some megabytes at most. */
const MOST_READ = 5_000

/**
 * The token that a Cookie header carries. Which one that is, and that its signature is right, follows from the header
 * alone, so it is worked out once for each header. Whether the session still lives is asked of the database each time.
 */
function readOnce(auth: ReturnType<typeof createAuth>): (headers: Headers) => Promise<string | null> {
  const known = new Map<string, string>()
  return async (headers) => {
    const cookies = headers.get("cookie") ?? ""
    const before = known.get(cookies)
    if (before) return before
    const { token } = await auth.api.readRoleSession({ headers })
    if (!token) return null
    if (known.size >= MOST_READ) known.clear()
    known.set(cookies, token)
    return token
  }
}
