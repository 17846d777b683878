import { and, asc, eq, lt } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { rowByRow } from "#core/row-by-row.ts"
import { checkouts } from "#db/schema/index.ts"
import { completeCheckout } from "./complete-checkout.server.ts"
import { isUnserved } from "./unserved-payment.ts"

/** The browser's return and the webhook get this long before the sweep asks the provider itself. */
const QUIET_MS = 30_000

/**
 * Asks the provider about every payment that is under way and that nobody has brought news of: whatever was killed
 * between charge and completion becomes orders, or its money goes back. Answers how many were settled.
 */
export async function sweepUnfinishedPayments(
  ctx: SystemContext,
): Promise<{ asked: number; settled: number }> {
  const quiet = await ctx.db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(
      and(eq(checkouts.status, "paying"), lt(checkouts.updatedAt, new Date(ctx.now().getTime() - QUIET_MS))),
    )
    .orderBy(asc(checkouts.updatedAt))
    .limit(100)
  let isDown = false
  const outcomes = await rowByRow(quiet, async ({ id }) => {
    if (isDown) return "not asked"
    try {
      return (await completeCheckout(ctx, { checkoutId: id })).outcome
    } catch (error) {
      // Its hold ends soon, and then it is given up.
      if (isUnserved(error)) return "unserved"
      if (!(error instanceof DomainError) || error.code !== "provider_down") throw error
      isDown = true
      return "not asked"
    }
  })
  const settled = outcomes.filter((outcome) => outcome === "completed" || outcome === "refunded").length
  return { asked: quiet.length, settled }
}
