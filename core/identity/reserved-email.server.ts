import { and, eq, gt, ne } from "drizzle-orm"
import type { Executor } from "#db/client.ts"
import { emailChanges } from "#db/schema/index.ts"
import { undoableSince } from "./email-change.ts"

/**
 * Whether the email belonged to somebody other than `userId` who may still undo its change. A command that gives an
 * email to a person must check this AFTER writing it, in the same transaction: the unique email makes the command wait
 * for a change in progress, and this statement then sees that change.
 */
export async function isReservedEmail(
  db: Executor,
  now: Date,
  { email, userId }: { email: string; userId: string },
): Promise<boolean> {
  const reserved = await db.$count(
    emailChanges,
    and(
      eq(emailChanges.oldEmail, email),
      gt(emailChanges.confirmedAt, undoableSince(now)),
      ne(emailChanges.userId, userId),
    ),
  )
  return reserved > 0
}
