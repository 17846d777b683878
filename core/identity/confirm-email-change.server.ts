import { and, DrizzleQueryError, eq, gt, isNull, notExists, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { Context } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import type { Role } from "#core/identity/roles.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { Executor, Transaction } from "#db/client.ts"
import { carts, credentials, emailChanges, users } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { lockAccount } from "./lock-person.server.ts"
import { countTry } from "./rate-limit.server.ts"
import { isReservedEmail } from "./reserved-email.server.ts"
import { dropTokens, readToken, spendToken } from "./tokens.server.ts"

/**
 * Changes the person's email to the one that the link was sent to, and notifies the old one. Sessions in all roles
 * continue; links sent to the old email stop working. Throws `token_expired`, also when another account has taken the
 * email in the meantime or may take it back, or when the password was set after the change was requested;
 * `rate_limited`.
 */
export async function confirmEmailChange(
  ctx: Context,
  input: { token: string; address: string },
): Promise<{ role: Role; email: string }> {
  await countTry(ctx, "confirm from an address", input.address)
  const confirmed = transaction(ctx.db, async (tx) => {
    const owner = await readToken(tx, ctx.now(), "change-email", input.token)
    if (!owner?.changeId) throw expired()
    const { userId, role } = owner
    const account = await lockAccount(tx, userId)
    if (!account) throw expired()
    // Undoing a change also locks the change first and its links second, so that the two cannot deadlock.
    const [change] = await tx
      .update(emailChanges)
      .set({ oldEmail: account.email, confirmedAt: ctx.now() })
      .where(isOpen(tx, owner.changeId, userId))
      .returning({ id: emailChanges.id, email: emailChanges.email })
    if (!change || !(await spendToken(tx, ctx.now(), "change-email", input.token))) throw expired()
    if (!(await takeEmail(tx, userId, change.email, ctx.now()))) throw expired()
    if (await isReservedEmail(tx, ctx.now(), { email: change.email, userId })) throw expired()
    await setCartEmail(tx, userId, change.email)
    for (const purpose of ["reset-password", "confirm-email"] as const) await dropTokens(tx, purpose, userId)
    await emit(tx, "email.changed", { userId, role, changeId: change.id })
    return { role, email: change.email }
  })
  return confirmed.catch((error: unknown) => {
    // Somebody registered with this email at the same moment, and was first.
    throw isTaken(error) ? expired() : error
  })
}

const UNIQUE_VIOLATION = "23505"

/** Whether the error is a unique violation, that is, another account has the email. */
export const isTaken = (error: unknown): boolean =>
  error instanceof DrizzleQueryError && (error.cause as { code?: unknown })?.code === UNIQUE_VIOLATION

/** Returns the new email if the link still works, otherwise null, without using up the link. */
export async function emailOfChange(ctx: Context, input: { token: string }): Promise<string | null> {
  const owner = await readToken(ctx.db, ctx.now(), "change-email", input.token)
  if (!owner || owner.expired || !owner.changeId) return null
  const [change] = await ctx.db
    .select()
    .from(emailChanges)
    .where(isOpen(ctx.db, owner.changeId, owner.userId))
  return change?.email ?? null
}

// The previous release left changes open when the password was set, so the times are compared as well.
const isOpen = (db: Executor, changeId: string, userId: string) =>
  and(
    eq(emailChanges.id, changeId),
    eq(emailChanges.userId, userId),
    isNull(emailChanges.confirmedAt),
    notExists(
      db
        .select({ id: credentials.id })
        .from(credentials)
        .where(
          and(eq(credentials.userId, emailChanges.userId), gt(credentials.updatedAt, emailChanges.createdAt)),
        ),
    ),
  )

/** Updates the account's email in the ship-to address typed into the cart. */
export async function setCartEmail(tx: Transaction, userId: string, email: string): Promise<void> {
  await tx
    .update(carts)
    .set({ shipTo: sql`jsonb_set(${carts.shipTo}, '{email}', to_jsonb(${email}::text))` })
    .where(eq(carts.customerId, userId))
}

const others = alias(users, "others")

/** Returns false if another account has the email. */
async function takeEmail(tx: Transaction, userId: string, email: string, now: Date): Promise<boolean> {
  const taken = await tx
    .update(users)
    .set({ email, emailVerified: true, updatedAt: now })
    .where(and(eq(users.id, userId), notExists(tx.select().from(others).where(eq(others.email, email)))))
    .returning({ id: users.id })
  return taken.length > 0
}

const expired = () =>
  new DomainError(
    "token_expired",
    "This link has expired or was already used. Request a new one on your account page.",
  )
