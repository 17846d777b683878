import type { CustomerContext } from "#core/context.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import { carts } from "#db/schema/index.ts"

/** Remembers how the whole cart is to reach the customer. */
export async function chooseFulfilment(
  ctx: CustomerContext,
  { fulfilment }: { fulfilment: Fulfilment },
): Promise<void> {
  await ctx.db
    .insert(carts)
    .values({ customerId: ctx.actor.userId, fulfilment, updatedAt: ctx.now() })
    .onConflictDoUpdate({ target: carts.customerId, set: { fulfilment, updatedAt: ctx.now() } })
}
