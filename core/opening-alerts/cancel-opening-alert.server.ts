import { and, eq } from "drizzle-orm"
import { openingAlerts } from "#db/schema/index.ts"
import type { CustomerContext } from "../context.ts"
import type { OpeningAlertInput } from "./inputs.ts"

/** Cancels a customer's alert for a market's opening; nothing happens without one. */
export async function cancelOpeningAlert(
  ctx: CustomerContext,
  { marketId }: OpeningAlertInput,
): Promise<void> {
  await ctx.db
    .delete(openingAlerts)
    .where(and(eq(openingAlerts.customerId, ctx.actor.userId), eq(openingAlerts.marketId, marketId)))
}
