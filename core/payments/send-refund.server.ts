import { and, asc, eq, lt, sql } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { redacted } from "#core/redacted.ts"
import { checkouts, refunds } from "#db/schema/index.ts"

/** A refund that its job has not sent by then is sent by the sweep. */
const SWEEP_AFTER_MS = 60_000

/**
 * Sends a due refund to the card, once however often it is asked. While a dispute has the money it stays due, and the
 * sweep asks again. Throws what the provider throws; the job tries again.
 */
export async function sendRefund(ctx: SystemContext, { refundId }: { refundId: string }): Promise<void> {
  const [refund] = await ctx.db
    .select({
      status: refunds.status,
      amountCents: refunds.amountCents,
      paymentId: sql<
        string | null
      >`coalesce(${refunds.stripePaymentIntentId}, ${checkouts.stripePaymentIntentId})`,
    })
    .from(refunds)
    .innerJoin(checkouts, eq(checkouts.id, refunds.checkoutId))
    .where(eq(refunds.id, refundId))
  if (!refund?.paymentId) throw notFound("This refund")
  if (refund.status !== "due") return
  await ctx.db
    .update(refunds)
    .set({ attempts: sql`${refunds.attempts} + 1` })
    .where(eq(refunds.id, refundId))
  const sent = await ctx.ports.payments.refund({
    refundId,
    paymentId: refund.paymentId,
    amountCents: refund.amountCents,
  })
  await ctx.db
    .update(refunds)
    .set(
      sent
        ? { status: "sent", stripeRefundId: sent.id, sentAt: ctx.now() }
        : { lastError: "The customer's bank has the money until the dispute is decided." },
    )
    .where(and(eq(refunds.id, refundId), eq(refunds.status, "due")))
}

/** Sends the refunds whose job was lost or gave up. One that fails does not keep the others. */
export async function sweepDueRefunds(ctx: SystemContext): Promise<{ sent: number; failed: number }> {
  const due = await ctx.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(eq(refunds.status, "due"), lt(refunds.createdAt, new Date(ctx.now().getTime() - SWEEP_AFTER_MS))),
    )
    .orderBy(asc(refunds.attempts), asc(refunds.createdAt))
    .limit(50)
  let failed = 0
  for (const { id } of due) {
    try {
      await sendRefund(ctx, { refundId: id })
    } catch (error) {
      failed += 1
      await ctx.db
        .update(refunds)
        .set({ lastError: redacted(error).message })
        .where(eq(refunds.id, id))
    }
  }
  return { sent: due.length - failed, failed }
}
