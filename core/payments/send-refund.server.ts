import { and, asc, eq, isNotNull, lt, lte, or, sql } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { DAY_MS, MINUTE_MS } from "#core/durations.ts"
import { notFound } from "#core/errors.ts"
import { subtract } from "#core/money.ts"
import { redacted } from "#core/redacted.ts"
import { rowByRow } from "#core/row-by-row.ts"
import { defineSweep } from "#core/sweep.ts"
import { checkouts, refunds } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { followRefund } from "./follow-refund.server.ts"
import { moveRefunds } from "./move-refund.server.ts"
import { settleRefunds } from "./settle-refunds.server.ts"

/** The sweep sends a refund that its job has not sent after this time. */
const SWEEP_AFTER_MS = MINUTE_MS
/** The sweep requests a sent refund's state from the provider after this time without an event. */
const ASK_AFTER_MS = DAY_MS

/**
 * Sends a due refund to the card, once no matter how often it is called, less the part that the provider's dashboard
 * already sent. During a dispute the refund stays due, and the sweep tries again. Throws the provider's errors; the job
 * then retries, and first checks the payment's refunds at the provider.
 */
export async function sendRefund(ctx: SystemContext, { refundId }: { refundId: string }): Promise<void> {
  const known = await readRefund(ctx, refundId)
  if (known.status !== "due") return
  if (known.attempts > 0) await settleRefunds(ctx, { paymentId: known.paymentId })
  const refund = known.attempts > 0 ? await readRefund(ctx, refundId) : known
  if (refund.status !== "due") return
  await ctx.db
    .update(refunds)
    .set({ attempts: sql`${refunds.attempts} + 1` })
    .where(eq(refunds.id, refundId))
  const sent = await ctx.ports.payments.refund({
    refundId,
    failures: refund.failures,
    paymentId: refund.paymentId,
    amountCents: subtract(refund.amountCents, refund.coveredCents),
    isWhole: refund.coveredCents === 0,
  })
  const isThisTry = and(
    eq(refunds.id, refundId),
    eq(refunds.status, "due"),
    eq(refunds.failures, refund.failures),
  )
  if (!sent) {
    const lastError = "The customer's bank has the money until the dispute is decided."
    await ctx.db.update(refunds).set({ lastError }).where(isThisTry)
    return
  }
  await transaction(ctx.db, async (tx) => {
    // The provider's own event may have moved the refund already.
    const [row] = await tx.select().from(refunds).where(isThisTry).for("no key update")
    if (row) await followRefund(ctx, tx, row, sent)
  })
}

async function readRefund(ctx: SystemContext, refundId: string) {
  const [refund] = await ctx.db
    .select({
      status: refunds.status,
      amountCents: refunds.amountCents,
      coveredCents: refunds.coveredCents,
      failures: refunds.failures,
      attempts: refunds.attempts,
      paymentId: sql<
        string | null
      >`coalesce(${refunds.stripePaymentIntentId}, ${checkouts.stripePaymentIntentId})`,
    })
    .from(refunds)
    .innerJoin(checkouts, eq(checkouts.id, refunds.checkoutId))
    .where(eq(refunds.id, refundId))
  if (!refund?.paymentId) throw notFound("This refund")
  return { ...refund, paymentId: refund.paymentId }
}

/** Sends the refunds whose job was lost or gave up. A failed refund does not stop the others. */
export async function sweepDueRefunds(ctx: SystemContext): Promise<{ sent: number; failed: number }> {
  await retryFailed(ctx)
  const due = await ctx.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(eq(refunds.status, "due"), lt(refunds.createdAt, new Date(ctx.now().getTime() - SWEEP_AFTER_MS))),
    )
    .orderBy(asc(refunds.attempts), asc(refunds.createdAt))
    .limit(50)
  const sent = await rowByRow(
    due,
    ({ id }) => sendRefund(ctx, { refundId: id }),
    ({ id }, error) =>
      ctx.db
        .update(refunds)
        .set({ lastError: redacted(error).message })
        .where(eq(refunds.id, id)),
  )
  // Runs last, so that a provider that does not respond delays no refund.
  await askAboutSilent(ctx)
  return { sent: sent.length, failed: due.length - sent.length }
}

export const dueRefundsSweep = defineSweep("sweep-due-refunds", MINUTE_MS, sweepDueRefunds)

/** Makes refunds that the provider gave up due again once it is time for their next attempt. */
const retryFailed = (ctx: SystemContext) =>
  transaction(ctx.db, (tx) =>
    moveRefunds(ctx, tx, {
      move: "retry",
      where: lte(refunds.nextTryAt, ctx.now()),
      set: { nextTryAt: null },
    }),
  )

/** Checks sent refunds for which no event arrived. */
async function askAboutSilent(ctx: SystemContext): Promise<void> {
  const since = new Date(ctx.now().getTime() - ASK_AFTER_MS)
  const silent = await ctx.db
    .select({ providerRefundId: sql<string>`${refunds.stripeRefundId}` })
    .from(refunds)
    .where(
      and(
        eq(refunds.status, "sent"),
        isNotNull(refunds.stripeRefundId),
        or(lt(refunds.sentAt, since), lt(refunds.createdAt, since)),
      ),
    )
    .orderBy(asc(refunds.sentAt))
    .limit(20)
  await rowByRow(silent, (of) => settleRefunds(ctx, of))
}
