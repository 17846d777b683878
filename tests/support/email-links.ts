import { and, desc, eq, sql } from "drizzle-orm"
import { type LinkOwner, makeLink } from "#core/identity/tokens.server.ts"
import type { Database } from "#db/client.ts"
import { outbox, users } from "#db/schema/index.ts"

const PURPOSES = {
  "email.confirmationRequested": "confirm-email",
  "email.passwordResetRequested": "reset-password",
  "email.deviceLinkRequested": "know-device",
  "email.changeRequested": "change-email",
} as const

/** Returns the path in the last requested email of this kind, as its job creates it. */
export async function linkTo(
  db: Database,
  event: keyof typeof PURPOSES,
  email: string,
  now = new Date(),
): Promise<string> {
  const [row] = await db
    .select({ payload: outbox.payload })
    .from(outbox)
    .innerJoin(users, eq(sql`${users.id}::text`, sql`${outbox.payload}->>'userId'`))
    .where(and(eq(outbox.event, event), eq(users.email, email)))
    .orderBy(desc(outbox.id))
    .limit(1)
  if (!row) throw new Error(`No ${event} for ${email}`)
  return makeLink(db, now, PURPOSES[event], row.payload as LinkOwner)
}
