import { findListed } from "#core/catalog/market-queries.server.ts"
import type { SystemContext } from "#core/context.ts"
import { deliverPush } from "./deliver-push.server.ts"
import { marketOpenedPush } from "./push-message.ts"

const TTL_MINUTES = 12 * 60

/** Notifies a customer that a market takes orders again, unless the market is no longer listed. */
export async function pushMarketOpened(
  ctx: SystemContext,
  { marketId, customerId }: { readonly marketId: string; readonly customerId: string },
  jobId: string,
): Promise<void> {
  const market = await findListed(ctx.db, marketId)
  if (!market) return
  await deliverPush(
    ctx,
    { role: "customer", kind: "openings", userIds: [customerId] },
    { jobId, ttlMinutes: TTL_MINUTES, message: marketOpenedPush(market) },
  )
}
