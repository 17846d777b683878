import { eq } from "drizzle-orm"
import { lockLiveCheckout } from "#core/checkout/live-checkout.server.ts"
import { giveUpHold } from "#core/checkout/release-checkout.server.ts"
import type { Role } from "#core/context.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { Transaction } from "#db/client.ts"
import { accountDeletions, carts, couriers, markets, memberships } from "#db/schema/index.ts"
import { eraseCourier } from "./erase-courier.server.ts"
import { eraseCustomer } from "./erase-customer.server.ts"
import { eraseIdentity } from "./erase-identity.server.ts"
import { eraseSeller } from "./erase-seller.server.ts"
import type { Leaver } from "./leaver.ts"

/**
 * Erases what names the person from every table, in the caller's transaction, and asks for the job that tells the
 * outside; `email` says where the last email goes, if there is to be one.
 */
export async function eraseAccount(
  ctx: Leaver,
  tx: Transaction,
  message: { email: string; firstName: string } | null,
): Promise<void> {
  const { userId } = ctx.actor
  const roles = await rolesOf(tx, userId)
  const [market] = await tx.select().from(markets).where(eq(markets.userId, userId))
  await tx.insert(accountDeletions).values({
    userId,
    ...message,
    stripeSubscriptionId: market?.stripeSubscriptionId ?? null,
    requestedAt: ctx.now(),
  })
  await eraseCustomer(ctx, tx)
  if (market) await eraseSeller(ctx, tx, market)
  await eraseCourier(ctx, tx)
  await eraseIdentity(ctx, tx)
  await emit(tx, "account.deleted", { userId, roles })
}

export async function rolesOf(tx: Transaction, userId: string): Promise<Role[]> {
  const rows = await tx
    .select({ role: memberships.role })
    .from(memberships)
    .where(eq(memberships.userId, userId))
  return rows.map(({ role }) => role)
}

/** Gives back what is held for the person's cart. Cart, checkout and stock in the order in which checkout locks them. */
export async function leaveCheckout(ctx: Leaver, tx: Transaction): Promise<void> {
  const { userId } = ctx.actor
  await tx.select().from(carts).where(eq(carts.customerId, userId)).for("update")
  const live = await lockLiveCheckout(tx, userId)
  if (live?.status === "open") await giveUpHold(ctx, tx, live)
}

/**
 * Whoever pays at the market or takes a delivery at this moment asks for these rows (`key share`) and goes first, or
 * waits and finds the account gone.
 */
export async function lockProfiles(tx: Transaction, userId: string): Promise<void> {
  await tx.select().from(couriers).where(eq(couriers.userId, userId)).for("update")
  await tx.select().from(markets).where(eq(markets.userId, userId)).for("update")
}
