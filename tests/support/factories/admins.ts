import type { Database } from "#db/client.ts"
import { memberships, users } from "#db/schema/index.ts"
import { next } from "./people.ts"

/** An admin, without a password. */
export async function anAdmin(db: Database, name = "Ines Admin") {
  const email = `admin-${next()}-${crypto.randomUUID().slice(0, 8)}@example.test`
  const [user] = await db.insert(users).values({ name, email, emailVerified: true }).returning()
  await db.insert(memberships).values({ userId: user!.id, role: "admin" })
  return { userId: user!.id, email, actor: { role: "admin" as const, userId: user!.id } }
}
