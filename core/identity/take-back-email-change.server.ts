import { and, eq, gt, gte, isNotNull, isNull } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import type { Role } from "#core/identity/roles.ts"
import { deletePasskeys } from "#core/passkeys/remove-passkeys.server.ts"
import type { Executor, Transaction } from "#db/client.ts"
import { credentials, emailChanges, passkeys, users } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { isTaken, setCartEmail } from "./confirm-email-change.server.ts"
import { maskedEmail, undoableSince } from "./email-change.ts"
import { endAllAccess } from "./end-all-access.server.ts"
import { lockAccount } from "./lock-person.server.ts"
import { countTry } from "./rate-limit.server.ts"
import { dropTokens, type LinkOwner, makeLink, readToken, spendToken } from "./tokens.server.ts"

/** `open`: requested, and can be taken back. `changed`: confirmed, and can be undone. */
export type EmailChangeState = { state: "open" | "changed"; newEmail: string } | { state: "over" }

type Sent = { token: string; address: string }

/**
 * Returns the state of the change whose link was sent to the old email, without using it up; the new email is masked.
 */
export async function viewEmailChange(ctx: Context, input: { token: string }): Promise<EmailChangeState> {
  const owner = await readToken(ctx.db, ctx.now(), "keep-email", input.token)
  if (!owner || owner.expired) return { state: "over" }
  const [open] = await ctx.db.select().from(emailChanges).where(isOpen(owner))
  if (open) return { state: "open", newEmail: maskedEmail(open.email) }
  const made = await findUndoable(ctx.db, ctx.now(), owner)
  return made ? { state: "changed", newEmail: maskedEmail(made.email) } : { state: "over" }
}

/**
 * Takes back a change that was requested: the link to the new email no longer works. Throws `already_decided` if the
 * change was confirmed in the meantime, `token_expired`, `rate_limited`.
 */
export async function keepOldEmail(ctx: Context, { token, address }: Sent): Promise<{ role: Role }> {
  await countTry(ctx, "confirm from an address", address)
  return transaction(ctx.db, async (tx) => {
    const owner = await lockOwner(ctx, tx, token)
    const kept = await tx.delete(emailChanges).where(isOpen(owner)).returning({ id: emailChanges.id })
    if (kept.length === 0 && (await findUndoable(tx, ctx.now(), owner))) throw changedMeanwhile()
    if (kept.length === 0 || !(await spendToken(tx, ctx.now(), "keep-email", token))) throw over()
    await dropTokens(tx, "change-email", owner.userId)
    return { role: owner.role }
  })
}

/**
 * Restores the email that a change of the last seven days replaced, and voids every later change. The person who made
 * the change may know the password: it is removed, with all sessions, API tokens, links and the passkeys added since
 * the change was requested (an email reports them). `newPassword` is the path where the owner chooses a new one.
 * Throws `token_expired`, `rate_limited`.
 */
export async function undoEmailChange(
  ctx: Context,
  { token, address }: Sent,
): Promise<{ newPassword: string }> {
  await countTry(ctx, "confirm from an address", address)
  const undone = transaction(ctx.db, async (tx) => {
    const now = ctx.now()
    const owner = await lockOwner(ctx, tx, token)
    const { userId, role } = owner
    const change = await findUndoable(tx, now, owner)
    if (!change?.oldEmail) throw over()
    await tx
      .update(users)
      .set({ email: change.oldEmail, emailVerified: true, updatedAt: now })
      .where(eq(users.id, userId))
    await setCartEmail(tx, userId, change.oldEmail)
    // Ids are ordered by time: this deletes the change and every later one.
    await tx.delete(emailChanges).where(and(eq(emailChanges.userId, userId), gte(emailChanges.id, change.id)))
    if (!(await spendToken(tx, now, "keep-email", token))) throw over()
    await endAllAccess(tx, userId, now)
    await tx.update(credentials).set({ password: null, updatedAt: now }).where(eq(credentials.userId, userId))
    const added = await tx
      .select({ id: passkeys.id })
      .from(passkeys)
      .where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, change.createdAt)))
    const ids = added.map(({ id }) => id)
    await deletePasskeys({ ...ctx, actor: { userId, role } }, tx, ids)
    for (const purpose of ["reset-password", "confirm-email", "change-email"] as const)
      await dropTokens(tx, purpose, userId)
    return { newPassword: await makeLink(tx, now, "reset-password", { userId, role }) }
  })
  return undone.catch((error: unknown) => {
    // Nobody can take the email in the meantime, except an account created by the previous release while both were
    // running.
    throw isTaken(error) ? over() : error
  })
}

const isOf = ({ userId, changeId }: LinkOwner) =>
  and(eq(emailChanges.userId, userId), changeId ? eq(emailChanges.id, changeId) : isNull(emailChanges.id))

const isOpen = (owner: LinkOwner) => and(isOf(owner), isNull(emailChanges.confirmedAt))

async function findUndoable(db: Executor, now: Date, owner: LinkOwner) {
  const [change] = await db
    .select()
    .from(emailChanges)
    .where(
      and(
        isOf(owner),
        gt(emailChanges.confirmedAt, undoableSince(now)),
        // The previous release cleared the old email once it was notified.
        isNotNull(emailChanges.oldEmail),
      ),
    )
  return change
}

/** Requests, confirmations and withdrawals of a change wait for each other at this lock. */
async function lockOwner(ctx: Context, tx: Transaction, token: string): Promise<LinkOwner> {
  const owner = await readToken(tx, ctx.now(), "keep-email", token)
  if (!owner || owner.expired) throw over()
  if (!(await lockAccount(tx, owner.userId))) throw over()
  return owner
}

const over = () => new DomainError("token_expired", "This link has expired or was already used.")

const changedMeanwhile = () =>
  new DomainError(
    "already_decided",
    "Your email was changed in the meantime. You can still use your old one again.",
  )
