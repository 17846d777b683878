import { and, asc, eq, lt } from "drizzle-orm"
import type { Context, SystemContext } from "#core/context.ts"
import { DAY_MS, HOUR_MS } from "#core/durations.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { PayoutTruth } from "#core/ports/connected-accounts.ts"
import { rowByRow } from "#core/row-by-row.ts"
import { defineSweep } from "#core/sweep.ts"
import { ledgerEntries, payouts } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { movePayouts } from "./move-payout.server.ts"
import { readPayoutAccount } from "./payout-accounts.server.ts"

type Outcome = { id: string | null; state: PayoutTruth["state"]; reason: string | null }

/**
 * Records the provider's state of a payout, however many times and whenever it is reported. The payout is marked sent
 * once and paid once, and a failure returns the money to the balance once, even after it was reported as paid.
 */
export async function settlePayout(ctx: Context, payoutId: string, truth: Outcome): Promise<void> {
  const move = MOVE_TO[truth.state]
  await transaction(ctx.db, async (tx) => {
    const [moved] = await movePayouts(ctx, tx, {
      move,
      where: eq(payouts.id, payoutId),
      set: {
        ...(truth.id ? { stripePayoutId: truth.id } : {}),
        ...(move === "fail" ? { failure: truth.reason ?? "The bank didn't give a reason." } : {}),
      },
    })
    if (!moved) return
    const { userId, role, amountCents } = moved
    if (move === "fail")
      await tx
        .insert(ledgerEntries)
        .values({
          party: role,
          userId,
          payoutId,
          kind: "payout_returned",
          amountCents,
          reference: `payout:${payoutId}:returned`,
          createdAt: ctx.now(),
        })
        .onConflictDoNothing()
    await emit(tx, EVENT_OF[move], { payoutId, userId, role })
  })
}

/** The move for each state of the provider; its "requested" means that the payout is sent. */
const MOVE_TO = { requested: "send", paid: "pay", failed: "fail" } as const
const EVENT_OF = { send: "payout.sent", pay: "payout.paid", fail: "payout.failed" } as const

/** Handles a payout webhook: fetches the payout's state from the provider; ignores events of any other account. */
export async function settlePayoutEvent(
  ctx: SystemContext,
  event: { accountId: string; objectId: string },
): Promise<void> {
  const truth = await ctx.ports.connectedAccounts.findPayout(event.accountId, event.objectId)
  if (!truth.payoutId) return
  const [payout] = await ctx.db.select().from(payouts).where(eq(payouts.id, truth.payoutId))
  if (!payout) return
  const { accountId } = await readPayoutAccount(ctx.db, payout)
  if (accountId === event.accountId) await settlePayout(ctx, payout.id, truth)
}

/** A payout takes a day or two; since its webhook may be lost, its state is fetched from the provider once a day. */
const ASK_AFTER_MS = DAY_MS

/** Fetches the state of sent payouts without a recent webhook. A failure for one payout does not stop the others. */
export async function sweepSentPayouts(ctx: SystemContext): Promise<void> {
  const silent = await ctx.db
    .select()
    .from(payouts)
    .where(
      and(eq(payouts.status, "sent"), lt(payouts.updatedAt, new Date(ctx.now().getTime() - ASK_AFTER_MS))),
    )
    .orderBy(asc(payouts.updatedAt))
    .limit(50)
  await rowByRow(silent, (payout) => askFor(ctx, payout))
}

export const sentPayoutsSweep = defineSweep("sweep-sent-payouts", HOUR_MS, sweepSentPayouts)

/** Updates the row first, so that the next check is a day later even if this one fails. */
async function askFor(ctx: SystemContext, payout: typeof payouts.$inferSelect): Promise<void> {
  await ctx.db
    .update(payouts)
    .set({ updatedAt: ctx.now() })
    .where(and(eq(payouts.id, payout.id), eq(payouts.status, "sent")))
  const { accountId } = await readPayoutAccount(ctx.db, payout)
  if (accountId && payout.stripePayoutId)
    await settlePayoutEvent(ctx, { accountId, objectId: payout.stripePayoutId })
}
