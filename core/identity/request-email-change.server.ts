import { and, eq, isNull } from "drizzle-orm"
import type { PersonContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { Transaction } from "#db/client.ts"
import { emailChanges, users } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { provePassword } from "./prove-password.server.ts"
import { countTry } from "./rate-limit.server.ts"
import { dropTokens } from "./tokens.server.ts"

/**
 * Emails a link to the address that the person wants, which replaces theirs only when the link is opened, and one to
 * their current address that takes the change back. An earlier open change is dropped. If another account has that
 * email, the work and the response are the same, so that they do not reveal who has an account. Throws `invalid` at
 * `email` or `password`, `not_allowed` for admins, `rate_limited`.
 */
export async function requestEmailChange(
  ctx: PersonContext,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const { userId, role } = ctx.actor
  if (role === "admin") throw new DomainError("not_allowed", "The site's operator changes an admin's email.")
  await provePassword(ctx, password)
  await countTry(ctx, "change an email", userId)
  await countTry(ctx, "ask for a letter", "email change", email)
  await transaction(ctx.db, async (tx) => {
    const [person] = await tx
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, userId))
      .for("no key update")
    if (person?.email === email) throw new DomainError("invalid", "This is already your email.", "email")
    await dropOpenChange(tx, userId)
    const [change] = await tx
      .insert(emailChanges)
      .values({ userId, role, email, oldEmail: person?.email, createdAt: ctx.now() })
      .returning({ id: emailChanges.id })
    if (change) await emit(tx, "email.changeRequested", { userId, role, changeId: change.id })
  })
}

/** Cancels the email change that the person requested: its link no longer works. */
export async function cancelEmailChange(ctx: PersonContext): Promise<void> {
  await transaction(ctx.db, (tx) => endEmailChanges(tx, ctx.actor.userId))
}

/** Ends requested and unconfirmed changes, and every link to them: part of each way to recover an account. */
export async function endEmailChanges(tx: Transaction, userId: string): Promise<void> {
  await dropOpenChange(tx, userId)
  await dropTokens(tx, "change-email", userId)
}

async function dropOpenChange(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(emailChanges).where(and(eq(emailChanges.userId, userId), isNull(emailChanges.confirmedAt)))
}
