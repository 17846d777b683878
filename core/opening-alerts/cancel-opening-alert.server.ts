import { and, eq } from "drizzle-orm"
import { openingAlerts } from "#db/schema/index.ts"
import type { CustomerContext } from "../context.ts"
import type { OpeningAlertInput } from "./inputs.ts"

/** The customer does not want to be notified of a market's opening any more; nothing happens where they did not. */
export async function cancelOpeningAlert(
  ctx: CustomerContext,
  { marketId }: OpeningAlertInput,
): Promise<void> {
  await ctx.db
    .delete(openingAlerts)
    .where(and(eq(openingAlerts.customerId, ctx.actor.userId), eq(openingAlerts.marketId, marketId)))
}
