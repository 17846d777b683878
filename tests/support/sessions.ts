import type { Role } from "#core/identity/roles.ts"
import type { Database } from "#db/client.ts"
import { createSessions } from "#server/auth/sessions.ts"
import { AUTH_SECRET } from "./auth-secret.ts"

export interface Person {
  role: Role
  userId: string
}

/** Returns the cookies of a new session of this person, as signing in at `url` sets them. */
export async function sessionCookies(
  { url, database }: { url: string; database: { db: Database } },
  person: Person,
): Promise<{ name: string; value: string }[]> {
  const sessions = createSessions({ db: database.db, secret: AUTH_SECRET })
  const cookies = await sessions.open(new Request(url), { role: person.role, userId: person.userId })
  return cookies.flatMap((cookie) => {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    return value ? [{ name, value }] : []
  })
}
