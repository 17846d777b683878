import { and, eq } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import { savedLines } from "#db/schema/index.ts"

/** Takes something off what the customer saved for later. What is gone already, or is someone else's, changes nothing. */
export async function removeSaved(ctx: CustomerContext, { savedId }: { savedId: string }): Promise<void> {
  await ctx.db
    .delete(savedLines)
    .where(and(eq(savedLines.id, savedId), eq(savedLines.customerId, ctx.actor.userId)))
}
