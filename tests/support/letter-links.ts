import { and, desc, eq, sql } from "drizzle-orm"
import type { Database } from "#db/client.ts"
import { outbox, users } from "#db/schema/index.ts"

type LetterEvent = "email.confirmationRequested" | "email.passwordResetRequested"

/** The path in the newest letter of this kind to someone, as the outbox has it before it is mailed. */
export async function linkTo(db: Database, event: LetterEvent, email: string): Promise<string> {
  const [row] = await db
    .select({ payload: outbox.payload })
    .from(outbox)
    .innerJoin(users, eq(sql`${users.id}::text`, sql`${outbox.payload}->>'userId'`))
    .where(and(eq(outbox.event, event), eq(users.email, email)))
    .orderBy(desc(outbox.id))
    .limit(1)
  if (!row) throw new Error(`No ${event} for ${email}`)
  return (row.payload as { url: string }).url
}
