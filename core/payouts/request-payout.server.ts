import { and, eq } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { DomainError, notFound } from "#core/errors.ts"
import { once } from "#core/idempotency.server.ts"
import { type Cents, negate } from "#core/money.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { PayoutAccountOwner } from "#core/ports/connected-accounts.ts"
import type { Transaction } from "#db/client.ts"
import { ledgerEntries, payouts } from "#db/schema/index.ts"
import type { PayoutContext } from "./connect-account.server.ts"
import { createPayout } from "./move-payout.server.ts"
import { owedText } from "./owed-text.ts"
import { PAYOUT_ACCOUNT_TABLES } from "./payout-accounts.server.ts"
import { balanceOf } from "./read-balance.server.ts"

export type RequestedPayout = { payoutId: string; amountCents: Cents }

/**
 * Requests a payout of everything that is available; a job sends it. Concurrent requests make only one payout: a
 * request with the same key, or during a payout that is still requested, returns that payout. Throws
 * `insufficient_balance` if nothing is available, `not_allowed` while the account may not be paid.
 */
export const requestPayout = (
  ctx: PayoutContext,
  { idempotencyKey }: { idempotencyKey: string | undefined },
): Promise<RequestedPayout> =>
  once(
    ctx,
    { scope: ctx.actor.userId, command: "requestPayout", key: idempotencyKey, request: ctx.actor.role },
    (tx) => requestPayoutOf(ctx, tx, ctx.actor),
  )

/** Requests the payout of a seller or courier, for themselves or in the weekly and monthly job. */
export async function requestPayoutOf(
  ctx: Context,
  tx: Transaction,
  owner: PayoutAccountOwner,
): Promise<RequestedPayout> {
  const { userId, role } = owner
  const table = PAYOUT_ACCOUNT_TABLES[role]
  // Locks the account's row, so that concurrent requests wait for each other.
  const [account] = await tx
    .select({ onboarded: table.onboarded, accountId: table.stripeAccountId })
    .from(table)
    .where(eq(table.userId, userId))
    .for("no key update")
  if (!account) throw notFound("Your account")
  const [open] = await tx
    .select({ payoutId: payouts.id, amountCents: payouts.amountCents })
    .from(payouts)
    .where(and(eq(payouts.userId, userId), eq(payouts.role, role), eq(payouts.status, "requested")))
  if (open) return open
  if (!account.accountId || !account.onboarded)
    throw new DomainError(
      "not_allowed",
      "Stripe doesn't let us pay you yet. Your dashboard shows what's missing.",
    )
  const { availableCents } = await balanceOf(tx, owner, ctx.now())
  if (availableCents < 0) throw new DomainError("insufficient_balance", owedText(availableCents))
  if (availableCents === 0)
    throw new DomainError("insufficient_balance", "There is nothing to pay out right now.")
  return book(ctx, tx, owner, availableCents)
}

async function book(
  ctx: Context,
  tx: Transaction,
  { userId, role }: PayoutAccountOwner,
  amountCents: Cents,
): Promise<RequestedPayout> {
  const now = ctx.now()
  const payoutId = await createPayout(ctx, tx, { userId, role, amountCents })
  await tx.insert(ledgerEntries).values({
    party: role,
    userId,
    payoutId,
    kind: "payout",
    amountCents: negate(amountCents),
    reference: `payout:${payoutId}`,
    createdAt: now,
  })
  const table = PAYOUT_ACCOUNT_TABLES[role]
  await tx.update(table).set({ lastPayoutAt: now }).where(eq(table.userId, userId))
  await emit(tx, "payout.requested", { payoutId, userId, role })
  return { payoutId, amountCents }
}
