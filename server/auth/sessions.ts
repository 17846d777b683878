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
      const { token } = await authFor(request).api.readRoleSession({ headers: request.headers })
      return token
    },
  }
}
