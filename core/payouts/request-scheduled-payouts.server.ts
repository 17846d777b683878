import { and, eq, isNotNull, lte, min, sql } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { HOUR_MS } from "#core/durations.ts"
import { DomainError } from "#core/errors.ts"
import type { PayoutAccountOwner } from "#core/ports/connected-accounts.ts"
import { rowByRow } from "#core/row-by-row.ts"
import { defineSweep } from "#core/sweep.ts"
import { transfers } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { PAYOUT_ACCOUNT_TABLES } from "./payout-accounts.server.ts"
import { requestPayoutOf } from "./request-payout.server.ts"

/**
 * Requests the payouts of everyone whose week or month is over, as they have chosen or by configuration. The period
 * starts at the last payout, of any kind, or else at the first transfer. Returns how many were requested.
 */
export async function requestScheduledPayouts(ctx: SystemContext): Promise<number> {
  const owners: PayoutAccountOwner[] = []
  for (const role of ["seller", "deliverer"] as const)
    owners.push(...(await due(ctx, role)).map((userId) => ({ userId, role })))
  const requested = await rowByRow(owners, (owner) => request(ctx, owner))
  return requested.filter(Boolean).length
}

export const requestScheduledPayoutsSweep = defineSweep(
  "request-scheduled-payouts",
  HOUR_MS,
  requestScheduledPayouts,
)

async function due(ctx: SystemContext, role: PayoutAccountOwner["role"]): Promise<string[]> {
  const table = PAYOUT_ACCOUNT_TABLES[role]
  const first = ctx.db
    .select({ at: min(transfers.sentAt) })
    .from(transfers)
    .where(and(eq(transfers.userId, table.userId), eq(transfers.party, role)))
  const schedule = sql`coalesce(${table.payoutSchedule}, ${ctx.rates.payoutInterval})`
  const period = sql`case ${schedule} when 'monthly' then interval '1 month' else interval '7 days' end`
  const rows = await ctx.db
    .select({ userId: table.userId })
    .from(table)
    .where(
      and(
        eq(table.onboarded, true),
        isNotNull(table.stripeAccountId),
        lte(
          sql`coalesce(${table.lastPayoutAt}, (${first})) + ${period}`,
          sql`${ctx.now().toISOString()}::timestamptz`,
        ),
      ),
    )
  return rows.map(({ userId }) => userId)
}

/** Someone with nothing to pay out is checked again in the next run. */
async function request(ctx: SystemContext, owner: PayoutAccountOwner): Promise<boolean> {
  try {
    await transaction(ctx.db, (tx) => requestPayoutOf(ctx, tx, owner))
    return true
  } catch (error) {
    if (error instanceof DomainError && error.code === "insufficient_balance") return false
    throw error
  }
}
