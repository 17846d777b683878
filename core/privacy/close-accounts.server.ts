import { and, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { DAY_MS, HOUR_MS } from "#core/durations.ts"
import { PAYOUT_ACCOUNT_TABLES } from "#core/payouts/payout-accounts.server.ts"
import { rowByRow } from "#core/row-by-row.ts"
import { defineSweep } from "#core/sweep.ts"
import { accountDeletions, payouts, transfers } from "#db/schema/index.ts"

/** Banks take days, so there is no point in checking every minute. */
const ASK_AGAIN_HOURS = 6
/**
 * A bank may return a payout that is already marked as paid: within five business days, by Stripe's documentation of
 * payouts.
 */
const RETURN_DAYS = 7
const BATCH = 100

/**
 * Closes a deleted person's payout accounts at the provider, once their last money has reached the bank and nothing is
 * left in them. Until then payouts continue, and the sweep checks again. Our rows keep the accounts' ids, since the law
 * requires us to record what was paid to whom. Safe to repeat.
 */
export async function closeAccounts(ctx: SystemContext, userId: string): Promise<void> {
  const [open] = await ctx.db
    .update(accountDeletions)
    .set({ accountsAskedAt: ctx.now() })
    .where(and(eq(accountDeletions.userId, userId), isUnclosed))
    .returning({ userId: accountDeletions.userId })
  if (!open || (await isAwaited(ctx, userId))) return
  let isClosed = true
  for (const table of Object.values(PAYOUT_ACCOUNT_TABLES)) {
    const [payoutAccount] = await ctx.db
      .select({ accountId: table.stripeAccountId })
      .from(table)
      .where(eq(table.userId, userId))
    if (!payoutAccount?.accountId) continue
    if (!(await ctx.ports.connectedAccounts.close(payoutAccount.accountId))) isClosed = false
    else await ctx.db.update(table).set({ onboarded: false }).where(eq(table.userId, userId))
  }
  if (!isClosed) return
  await ctx.db
    .update(accountDeletions)
    .set({ accountsClosedAt: ctx.now() })
    .where(eq(accountDeletions.userId, userId))
}

/** Checks the accounts that had to wait again, the longest wait first. If one fails, the others continue. */
export async function sweepAccounts(ctx: SystemContext): Promise<void> {
  const before = new Date(ctx.now().getTime() - ASK_AGAIN_HOURS * HOUR_MS)
  const asked = accountDeletions.accountsAskedAt
  const due = await ctx.db
    .select({ userId: accountDeletions.userId })
    .from(accountDeletions)
    .where(and(isUnclosed, or(isNull(asked), lt(asked, before))))
    .orderBy(sql`${asked} nulls first`)
    .limit(BATCH)
  await rowByRow(due, ({ userId }) => closeAccounts(ctx, userId))
}

export const closeAccountsSweep = defineSweep("close-accounts", HOUR_MS, sweepAccounts)

/** The subscription's end and the last email come first: neither waits for a bank. */
const isUnclosed = and(isNotNull(accountDeletions.finishedAt), isNull(accountDeletions.accountsClosedAt))

/** Whether money is still on its way to this person, or may come back from their bank. */
async function isAwaited(ctx: SystemContext, userId: string): Promise<boolean> {
  const returnable = new Date(ctx.now().getTime() - RETURN_DAYS * DAY_MS)
  const leaving = await ctx.db.$count(
    payouts,
    and(
      eq(payouts.userId, userId),
      or(
        inArray(payouts.status, ["requested", "sent"]),
        and(eq(payouts.status, "paid"), gt(payouts.updatedAt, returnable)),
      ),
    ),
  )
  const coming = await ctx.db.$count(
    transfers,
    and(eq(transfers.userId, userId), eq(transfers.status, "due")),
  )
  return leaving + coming > 0
}
