import { and, asc, eq, lt } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { MINUTE_MS } from "#core/durations.ts"
import { DomainError } from "#core/errors.ts"
import { rowByRow } from "#core/row-by-row.ts"
import { defineSweep } from "#core/sweep.ts"
import { payouts } from "#db/schema/index.ts"
import { readPayoutAccount } from "./payout-accounts.server.ts"
import { settlePayout } from "./settle-payout.server.ts"

const SWEEP_AFTER_MS = MINUTE_MS

/**
 * Has the provider send a requested payout to the bank. The row's id is the idempotency key, so that a job that was
 * killed and runs again sends it once. A rejection returns the money to the balance; if the provider does not respond,
 * the error is thrown and the job retries.
 */
export async function sendPayout(ctx: SystemContext, { payoutId }: { payoutId: string }): Promise<void> {
  const [payout] = await ctx.db.select().from(payouts).where(eq(payouts.id, payoutId))
  if (payout?.status !== "requested") return
  const { userId, role, amountCents } = payout
  const { accountId } = await readPayoutAccount(ctx.db, { userId, role })
  try {
    if (!accountId) throw new DomainError("not_allowed", "You have no payout account.")
    const truth = await ctx.ports.connectedAccounts.payOut({ payoutId, accountId, amountCents })
    await settlePayout(ctx, payoutId, truth)
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === "provider_down") throw error
    await settlePayout(ctx, payoutId, { id: null, state: "failed", reason: error.message })
  }
}

/** Sends the payouts whose job was lost. A failed payout does not stop the others. */
export async function sweepRequestedPayouts(ctx: SystemContext): Promise<void> {
  const late = await ctx.db
    .select({ id: payouts.id })
    .from(payouts)
    .where(
      and(
        eq(payouts.status, "requested"),
        lt(payouts.createdAt, new Date(ctx.now().getTime() - SWEEP_AFTER_MS)),
      ),
    )
    .orderBy(asc(payouts.createdAt))
    .limit(50)
  await rowByRow(late, ({ id }) => sendPayout(ctx, { payoutId: id }))
}

export const requestedPayoutsSweep = defineSweep("sweep-requested-payouts", MINUTE_MS, sweepRequestedPayouts)
