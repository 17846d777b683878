import { and, eq, isNull } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import type { Role } from "#core/identity/roles.ts"
import type { Transaction } from "#db/client.ts"
import { emailChanges, users } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { maskedEmail } from "./email-change.ts"
import { countTry } from "./rate-limit.server.ts"
import { dropTokens, type LinkOwner, readToken, spendToken } from "./tokens.server.ts"

export type EmailChangeState = { state: "open"; newEmail: string } | { state: "over" }

/** What a link that was sent to the old email can do now, without using it up; the new email is masked. */
export async function viewEmailChange(ctx: Context, input: { token: string }): Promise<EmailChangeState> {
  const owner = await readToken(ctx.db, ctx.now(), "keep-email", input.token)
  if (!owner?.changeId || owner.expired) return { state: "over" }
  const [change] = await ctx.db
    .select({ email: emailChanges.email })
    .from(emailChanges)
    .where(isOpenChange(owner))
  return change ? { state: "open", newEmail: maskedEmail(change.email) } : { state: "over" }
}

/**
 * Takes back a change that was asked for: the link to the new email no longer works. Throws `token_expired`,
 * `rate_limited`.
 */
export async function keepOldEmail(
  ctx: Context,
  input: { token: string; address: string },
): Promise<{ role: Role }> {
  await countTry(ctx, "confirm from an address", input.address)
  return transaction(ctx.db, async (tx) => {
    const owner = await readToken(tx, ctx.now(), "keep-email", input.token)
    if (!owner?.changeId) throw over()
    await lockPerson(tx, owner.userId)
    const kept = await tx.delete(emailChanges).where(isOpenChange(owner)).returning({ id: emailChanges.id })
    if (kept.length === 0 || !(await spendToken(tx, ctx.now(), "keep-email", input.token))) throw over()
    await dropTokens(tx, "change-email", owner.userId)
    return { role: owner.role }
  })
}

const isOpenChange = ({ userId, changeId = "" }: LinkOwner) =>
  and(eq(emailChanges.id, changeId), eq(emailChanges.userId, userId), isNull(emailChanges.confirmedAt))

/** Asking, confirming and taking back wait for each other here. */
async function lockPerson(tx: Transaction, userId: string): Promise<void> {
  const [person] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for("update")
  if (!person) throw over()
}

const over = () => new DomainError("token_expired", "This link has expired or was already used.")
