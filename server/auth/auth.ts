import { drizzleAdapter } from "better-auth/adapters/drizzle"
import { betterAuth } from "better-auth/minimal"
import { z } from "zod"
import { ROLES } from "#core/identity/roles.ts"
import { log } from "#core/log.server.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { Database } from "#db/client.ts"
import { credentials, sessions, users, verifications } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { roleSessions } from "./role-sessions.ts"
import { SESSION_SECONDS, sessionCookieName } from "./session-rules.ts"

/**
 * better-auth, used only for sessions and their cookie. It is never mounted: its own routes would let a session set its
 * own role, and let people sign up without our rules. Only `server/auth/sessions.ts` calls it.
 */
export function createAuth(options: { db: Database; secret: string; secure: boolean }) {
  const { db, secret, secure } = options
  return betterAuth({
    appName: "Pushcart",
    secret,
    database: drizzleAdapter(db, {
      provider: "pg",
      schema: { user: users, session: sessions, account: credentials, verification: verifications },
    }),
    session: {
      expiresIn: SESSION_SECONDS,
      // Sessions end eight hours after signing in, even while in use.
      disableSessionRefresh: true,
      additionalFields: { role: { type: "string", required: true, input: false } },
    },
    databaseHooks: { session: { delete: { after: (session) => tellRooms(db, session) } } },
    advanced: {
      cookies: { session_token: { name: sessionCookieName(secure), attributes: { secure } } },
      useSecureCookies: false,
      // The database generates time-ordered ids.
      database: { generateId: false },
      ipAddress: { disableIpTracking: true },
    },
    logger: {
      level: "error",
      log: (_level, message, ...details) =>
        log.error("auth.failed", { message, error: details.find((detail) => detail instanceof Error) }),
    },
    telemetry: { enabled: false },
    // Disabled: its spans would record error messages, which may contain an address.
    experimental: { instrumentation: { enabled: false } },
    plugins: [roleSessions()],
  })
}

const endedSession = z.object({ id: z.uuid(), userId: z.uuid(), role: z.enum(ROLES) })

/** Closes the live sockets of a session that ended. */
async function tellRooms(db: Database, session: unknown): Promise<void> {
  const { id: sessionId, userId, role } = endedSession.parse(session)
  await transaction(db, (tx) => emit(tx, "sessions.ended", { userId, roles: [role], sessionId }))
}
