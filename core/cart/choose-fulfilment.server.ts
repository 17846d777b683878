import type { CustomerContext } from "#core/context.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import { carts } from "#db/schema/index.ts"

/** Remembers how the whole cart is to reach the customer. */
export async function chooseFulfilment(
  ctx: CustomerContext,
  { fulfilment }: { fulfilment: Fulfilment },
): Promise<void> {
  const choice = { fulfilment, updatedAt: ctx.now() }
  await ctx.db
    .insert(carts)
    .values({ customerId: ctx.actor.userId, ...choice })
    .onConflictDoUpdate({ target: carts.customerId, set: choice })
}
