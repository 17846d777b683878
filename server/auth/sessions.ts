import { LRUCache } from "lru-cache"
import { cookieIn } from "#core/cookies.ts"
import { endOldestSessions } from "#core/identity/end-sessions.server.ts"
import type { Sessions } from "#core/ports/sessions.ts"
import { bindPush, dropPushAt, keepPushOf } from "#core/push/device-push.server.ts"
import type { Database } from "#db/client.ts"
import { createAuth } from "./auth.ts"
import { knownDevices } from "./known-devices.ts"
import { clearedCookies, flagCookies } from "./session-cookies.ts"
import { isSecure, sessionCookieName } from "./session-rules.ts"

/** Sessions stored by better-auth. The scheme of the page's URL decides which cookie carries them. */
export function createSessions(options: { db: Database; secret: string }): Sessions {
  const secureAuth = createAuth({ ...options, secure: true })
  const plainAuth = createAuth({ ...options, secure: false })
  const authFor = (request: Request) => (isSecure(request) ? secureAuth : plainAuth)
  const read = {
    secure: readOnce(secureAuth, sessionCookieName(true)),
    plain: readOnce(plainAuth, sessionCookieName(false)),
  }
  const devices = knownDevices(options.secret)
  return {
    async open(request, person) {
      const device = devices.read(request)
      if (device) await keepPushOf(options.db, device.id, person)
      const { headers, response } = await authFor(request).api.openRoleSession({
        body: person,
        headers: request.headers,
        returnHeaders: true,
      })
      if (device) await bindPush(options.db, device.id, response)
      await endOldestSessions(options.db, person.userId)
      return [
        ...headers.getSetCookie(),
        ...flagCookies(person.role, isSecure(request)),
        devices.remember(request, person.userId),
      ]
    },
    async close(request) {
      const device = devices.read(request)
      if (device) await dropPushAt(options.db, device.id)
      const { headers } = await authFor(request).api.closeRoleSession({
        headers: request.headers,
        returnHeaders: true,
      })
      return [...headers.getSetCookie(), ...clearedCookies(isSecure(request))]
    },
    async token(request) {
      return (isSecure(request) ? read.secure : read.plain)(request.headers)
    },
    device: (request) => devices.read(request),
    rememberDevice: (request, userId) => [devices.remember(request, userId)],
  }
}

/** How many verified cookies are cached; each is as long as a token and its signature. */
const MOST_READ = 5_000

/**
 * The token that a request's cookie carries. The token and its signature depend on the cookie alone, so each cookie is
 * verified once and cached. Whether the session is still valid is checked in the database each time.
 */
function readOnce(
  auth: ReturnType<typeof createAuth>,
  name: string,
): (headers: Headers) => Promise<string | null> {
  const known = new LRUCache<string, string>({ max: MOST_READ })
  return async (headers) => {
    // Most requests have no session and need no cryptography.
    const sent = cookieIn(headers, name)
    if (!sent) return null
    const before = known.get(sent)
    if (before) return before
    const { token } = await auth.api.readRoleSession({ headers: new Headers({ cookie: `${name}=${sent}` }) })
    if (!token) return null
    known.set(sent, token)
    return token
  }
}
