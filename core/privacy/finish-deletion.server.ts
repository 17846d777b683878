import { and, eq, isNull, lt } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { MINUTE_MS } from "#core/durations.ts"
import { sendAccountDeleted } from "#core/emails/account/account-deleted.server.tsx"
import { deleteExpiredImages } from "#core/images/delete-expired-images.server.ts"
import { rowByRow } from "#core/row-by-row.ts"
import { defineSweep } from "#core/sweep.ts"
import { accountDeletions } from "#db/schema/index.ts"

/** A job that has not run by then was lost with its queue. */
const LOST_AFTER_MINUTES = 15

/**
 * Completes a deletion outside the database: writes the id to the deletion list, which no restore reverts, ends the
 * seller's subscription, deletes the saved cards at the provider, deletes the images, sends the last email, and then erases the address that it went to. Every
 * step is safe to repeat; if the job is killed, it starts again from the beginning.
 */
export async function finishDeletion(ctx: SystemContext, userId: string): Promise<void> {
  const [open] = await ctx.db
    .select()
    .from(accountDeletions)
    .where(and(eq(accountDeletions.userId, userId), isNull(accountDeletions.finishedAt)))
  if (!open) return
  // First, because the database may be lost before the rest is done.
  await ctx.ports.deletionList.note(userId)
  if (open.stripeSubscriptionId) await ctx.ports.subscriptions.cancel(open.stripeSubscriptionId)
  if (open.stripeCustomerId) await ctx.ports.payments.deleteCustomer(open.stripeCustomerId)
  while ((await deleteExpiredImages(ctx)) > 0);
  if (open.email)
    await sendAccountDeleted(ctx, { userId, email: open.email, firstName: open.firstName ?? "" })
  await ctx.db
    .update(accountDeletions)
    .set({ email: null, firstName: null, finishedAt: ctx.now() })
    .where(eq(accountDeletions.userId, userId))
}

/** Completes deletions whose job was lost. One that fails does not stop the others. */
export async function sweepDeletions(ctx: SystemContext): Promise<void> {
  const before = new Date(ctx.now().getTime() - LOST_AFTER_MINUTES * MINUTE_MS)
  const open = await ctx.db
    .select({ userId: accountDeletions.userId })
    .from(accountDeletions)
    .where(and(isNull(accountDeletions.finishedAt), lt(accountDeletions.requestedAt, before)))
    .orderBy(accountDeletions.requestedAt)
    .limit(100)
  await rowByRow(open, ({ userId }) => finishDeletion(ctx, userId))
}

export const finishDeletionsSweep = defineSweep("finish-deletions", 15 * MINUTE_MS, sweepDeletions)
