import { and, eq, inArray, isNotNull, isNull, lt, notExists, or, sql } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { DAY_MS, HOUR_MS } from "#core/durations.ts"
import { rowByRow } from "#core/row-by-row.ts"
import { defineSweep } from "#core/sweep.ts"
import { accountDeletions } from "#db/schema/index.ts"
import { PAYOUT_ACCOUNT_TABLES } from "./payout-accounts.server.ts"
import { syncAccount } from "./sync-account.server.ts"

const STALE_AFTER_MS = DAY_MS
const BATCH = 200

/**
 * Fetches connected accounts that were not checked for a day: their events may be lost, and the platform cannot list
 * them again. After a failure, an account is checked again a day later.
 */
export async function sweepStaleAccounts(ctx: SystemContext): Promise<void> {
  const stale: string[] = []
  for (const table of Object.values(PAYOUT_ACCOUNT_TABLES)) stale.push(...(await claim(ctx, table)))
  await rowByRow(stale, (accountId) => syncAccount(ctx, accountId))
}

export const staleAccountsSweep = defineSweep("sweep-stale-accounts", HOUR_MS, sweepStaleAccounts)

type PayoutAccountTable = (typeof PAYOUT_ACCOUNT_TABLES)[keyof typeof PAYOUT_ACCOUNT_TABLES]

/** Claims the accounts with the oldest checks and marks them as checked, so that failures do not block the others. */
async function claim(ctx: SystemContext, table: PayoutAccountTable): Promise<string[]> {
  const { accountCheckedAt, stripeAccountId, userId } = table
  const before = new Date(ctx.now().getTime() - STALE_AFTER_MS)
  const isClosed = ctx.db
    .select()
    .from(accountDeletions)
    .where(and(eq(accountDeletions.userId, userId), isNotNull(accountDeletions.accountsClosedAt)))
  const due = ctx.db
    .select({ userId })
    .from(table)
    .where(
      and(
        isNotNull(stripeAccountId),
        or(isNull(accountCheckedAt), lt(accountCheckedAt, before)),
        notExists(isClosed),
      ),
    )
    .orderBy(sql`${accountCheckedAt} nulls first`)
    .limit(BATCH)
  const claimed = await ctx.db
    .update(table)
    .set({ accountCheckedAt: ctx.now() })
    .where(inArray(userId, due))
    .returning({ accountId: stripeAccountId })
  return claimed.flatMap(({ accountId }) => accountId ?? [])
}
