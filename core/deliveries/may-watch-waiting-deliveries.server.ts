import { eq } from "drizzle-orm"
import { mayDeliver } from "#core/approvals/courier-card.ts"
import type { PersonContext } from "#core/context.ts"
import { couriers } from "#db/schema/index.ts"

/** Whether the person is notified of waiting deliveries: true for every courier who may take one now. */
export async function mayWatchWaitingDeliveries(ctx: PersonContext): Promise<boolean> {
  if (ctx.actor.role !== "deliverer") return false
  const [facts] = await ctx.db
    .select({ approval: couriers.approval, onboarded: couriers.onboarded })
    .from(couriers)
    .where(eq(couriers.userId, ctx.actor.userId))
  return facts !== undefined && mayDeliver(facts)
}
