import { eq } from "drizzle-orm"
import { lockLiveCheckout } from "#core/checkout/live-checkout.server.ts"
import { giveUpHold } from "#core/checkout/release-checkout.server.ts"
import type { PersonContext, Role } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { emit } from "#core/outbox.server.ts"
import type { Transaction } from "#db/client.ts"
import { accountDeletions, carts, deliverers, markets, memberships, users } from "#db/schema/index.ts"
import { eraseCustomer } from "./erase-customer.server.ts"
import { eraseDeliverer } from "./erase-deliverer.server.ts"
import { eraseIdentity } from "./erase-identity.server.ts"
import { eraseSeller } from "./erase-seller.server.ts"
import { openBusiness } from "./open-business.server.ts"
import { provePassword } from "./prove-password.server.ts"

/**
 * Deletes the person's account in all its roles, at once: what need not be kept is gone when this returns, orders and
 * books stay without a name, and the e-mail is free. What has to be told outside (the plan's end, the pictures, the
 * last letter) is a job. Deleted already is well. Throws `invalid` for a wrong password, `illegal_move` with the
 * sentences of what is open, `not_allowed` for admins, `rate_limited`.
 */
export async function deleteAccount(ctx: PersonContext, input: { password: string }): Promise<void> {
  const { userId } = ctx.actor
  await provePassword(ctx, input.password)
  await ctx.db.transaction(async (tx) => {
    const [person] = await tx.select().from(users).where(eq(users.id, userId)).for("no key update")
    if (!person || person.deletedAt) return
    const roles = await rolesOf(tx, userId)
    if (roles.includes("admin"))
      throw new DomainError("not_allowed", "An admin's account is not deleted here.")
    await leaveTill(ctx, tx)
    await lockProfiles(tx, userId)
    await refuseOpenBusiness(ctx, tx)
    const [market] = await tx.select().from(markets).where(eq(markets.userId, userId))
    await tx.insert(accountDeletions).values({
      userId,
      email: person.email,
      firstName: person.name.split(" ")[0] ?? "",
      stripeSubscriptionId: market?.stripeSubscriptionId ?? null,
      requestedAt: ctx.now(),
    })
    await eraseCustomer(ctx, tx)
    if (market) await eraseSeller(ctx, tx, market)
    await eraseDeliverer(ctx, tx)
    await eraseIdentity(ctx, tx)
    await emit(tx, "account.deleted", { userId, roles })
  })
}

async function rolesOf(tx: Transaction, userId: string): Promise<Role[]> {
  const rows = await tx
    .select({ role: memberships.role })
    .from(memberships)
    .where(eq(memberships.userId, userId))
  return rows.map(({ role }) => role)
}

/** Gives back what is held for the person's cart. Cart, checkout and stock in the order in which the till locks them. */
async function leaveTill(ctx: PersonContext, tx: Transaction): Promise<void> {
  const { userId } = ctx.actor
  await tx.select().from(carts).where(eq(carts.customerId, userId)).for("update")
  const live = await lockLiveCheckout(tx, userId)
  if (live?.status === "open") await giveUpHold(ctx, tx, live)
}

/**
 * Whoever pays at the market or takes a delivery at this moment asks for these rows (`key share`) and goes first, or
 * waits and finds the account gone.
 */
async function lockProfiles(tx: Transaction, userId: string): Promise<void> {
  await tx.select().from(deliverers).where(eq(deliverers.userId, userId)).for("update")
  await tx.select().from(markets).where(eq(markets.userId, userId)).for("update")
}

async function refuseOpenBusiness(ctx: PersonContext, tx: Transaction): Promise<void> {
  const open = await openBusiness(ctx, tx)
  if (open.length === 0) return
  const texts = open.map(({ text }) => text)
  throw new DomainError("illegal_move", `Your account cannot be deleted yet. ${texts.join(" ")}`)
}
