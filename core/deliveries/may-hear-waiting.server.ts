import { eq } from "drizzle-orm"
import { mayDeliver } from "#core/approvals/deliverer-card.ts"
import type { PersonContext } from "#core/context.ts"
import { deliverers } from "#db/schema/index.ts"

/** Whether the caller belongs among those who are told of waiting deliveries: a deliverer who may take one now. */
export async function mayHearWaiting(ctx: PersonContext): Promise<boolean> {
  if (ctx.actor.role !== "deliverer") return false
  const [facts] = await ctx.db
    .select({ approval: deliverers.approval, onboarded: deliverers.onboarded })
    .from(deliverers)
    .where(eq(deliverers.userId, ctx.actor.userId))
  return facts !== undefined && mayDeliver(facts)
}
