import { eq } from "drizzle-orm"
import { lockLiveCheckout } from "#core/checkout/checkout-queries.server.ts"
import { releaseHold } from "#core/checkout/holds.server.ts"
import type { Context, PersonContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { listRoles } from "#core/identity/list-roles.server.ts"
import { provePassword } from "#core/identity/prove-password.server.ts"
import type { Transaction } from "#db/client.ts"
import { carts, couriers, markets, users } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { listDeletionBlockers } from "./deletion-blockers.server.ts"
import { eraseAccount } from "./erase-account.server.ts"
import type { DeletedAccount } from "./privacy.ts"

/**
 * Deletes the person's account in all its roles immediately: when this returns, data that doesn't have to be retained
 * is gone, orders and the ledger stay without a name, and the email is free. A job does the rest outside the database
 * (ending the subscription, deleting the images, sending the last email). Does nothing for an account that is already
 * deleted. Throws `invalid` for a wrong password, `illegal_move` with the sentences of `listDeletionBlockers`,
 * `not_allowed` for admins, `rate_limited`.
 */
export async function deleteAccount(ctx: PersonContext, input: { password: string }): Promise<void> {
  const { userId } = ctx.actor
  await provePassword(ctx, input.password)
  await transaction(ctx.db, async (tx) => {
    const [person] = await tx.select().from(users).where(eq(users.id, userId)).for("no key update")
    if (!person || person.deletedAt) return
    if ((await listRoles({ actor: ctx.actor, db: tx })).includes("admin"))
      throw new DomainError("not_allowed", "You can't delete an admin's account here.")
    await leaveCheckout(ctx, tx)
    await lockProfiles(tx, userId)
    await rejectOpenBusiness(ctx, tx)
    await eraseAccount(ctx, tx, { email: person.email, firstName: person.name.split(" ")[0] ?? "" })
  })
}

async function rejectOpenBusiness(ctx: PersonContext, tx: Transaction): Promise<void> {
  const open = await listDeletionBlockers(ctx, tx)
  if (open.length === 0) return
  const texts = open.map(({ text }) => text)
  throw new DomainError("illegal_move", `Your account can't be deleted yet. ${texts.join(" ")}`)
}

/** What the person had open at the time of the backup; null if there was nobody to erase. */
export type Repeated = { readonly openThen: string[] } | null

/**
 * Erases again a person whom a restored backup brought back. They proved their identity when they deleted the account,
 * and received their email. What the backup shows as open had been finished by then, so it is returned but blocks
 * nothing. Does nothing for an unknown or already erased person.
 */
export async function repeatDeletion(
  { db, now }: Pick<Context, "db" | "now">,
  userId: string,
): Promise<Repeated> {
  // All roles are deleted together, so it doesn't matter which one is named here.
  const ctx = { actor: { role: "customer" as const, userId }, db, now }
  return transaction(db, async (tx) => {
    const [person] = await tx.select().from(users).where(eq(users.id, userId)).for("no key update")
    if (!person || person.deletedAt) return null
    await leaveCheckout(ctx, tx)
    await lockProfiles(tx, userId)
    const openThen = (await listDeletionBlockers(ctx, tx)).map(({ text }) => text)
    await eraseAccount(ctx, tx, null)
    return { openThen }
  })
}

/** Releases the stock held for the person's cart. Locks cart, checkout and stock in the same order as checkout does. */
async function leaveCheckout(ctx: DeletedAccount, tx: Transaction): Promise<void> {
  const { userId } = ctx.actor
  await tx.select().from(carts).where(eq(carts.customerId, userId)).for("update")
  const live = await lockLiveCheckout(tx, userId)
  if (live?.status === "open") await releaseHold(ctx, tx, live)
}

/**
 * Paying at the market and taking a delivery lock these rows, too (`key share`): they either go first, or wait and find
 * the account gone.
 */
async function lockProfiles(tx: Transaction, userId: string): Promise<void> {
  await tx.select().from(couriers).where(eq(couriers.userId, userId)).for("update")
  await tx.select().from(markets).where(eq(markets.userId, userId)).for("update")
}
