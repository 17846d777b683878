import { asc, eq } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import type { Cents } from "#core/money.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import { checkoutLines, checkoutMarkets, markets } from "#db/schema/index.ts"
import type { Billing, ShipTo } from "./inputs.ts"
import { findLiveCheckout } from "./live-checkout.server.ts"

export type CheckoutView = {
  id: string
  status: "open" | "paying"
  fulfilment: Fulfilment
  shipTo: ShipTo | null
  billing: Billing | null
  itemsCents: Cents
  taxCents: Cents
  deliveryCents: Cents
  totalCents: Cents
  /** Until then the things are kept. */
  holdExpiresAt: Date
  markets: {
    marketId: string
    name: string
    itemsCents: Cents
    taxCents: Cents
    deliveryCents: Cents
    distanceMiles: number | null
    lines: { name: string; size: string; quantity: number; unitPriceCents: Cents }[]
  }[]
}

/** The customer's live checkout as /pay shows it; null when nothing is held (any more). Holds nothing itself. */
export async function viewCheckout(ctx: CustomerContext): Promise<CheckoutView | null> {
  const live = await findLiveCheckout(ctx.db, ctx.actor.userId)
  if (!live || (live.status !== "open" && live.status !== "paying")) return null
  const parts = await ctx.db
    .select({ part: checkoutMarkets, name: markets.name })
    .from(checkoutMarkets)
    .innerJoin(markets, eq(markets.id, checkoutMarkets.marketId))
    .where(eq(checkoutMarkets.checkoutId, live.id))
    .orderBy(asc(checkoutMarkets.id))
  const lines = await ctx.db
    .select()
    .from(checkoutLines)
    .where(eq(checkoutLines.checkoutId, live.id))
    .orderBy(asc(checkoutLines.id))
  const { id, status, fulfilment, shipTo, billing, holdExpiresAt } = live
  const { itemsCents, taxCents, deliveryCents, totalCents } = live
  return {
    ...{ id, status, fulfilment, shipTo, billing, holdExpiresAt },
    ...{ itemsCents, taxCents, deliveryCents, totalCents },
    markets: parts.map(({ part, name }) => ({
      marketId: part.marketId,
      name,
      itemsCents: part.itemsCents,
      taxCents: part.taxCents,
      deliveryCents: part.deliveryCents,
      distanceMiles: part.distanceMiles,
      lines: lines
        .filter((line) => line.marketId === part.marketId)
        .map(({ productName, size, quantity, unitPriceCents }) => ({
          ...{ name: productName, size, quantity, unitPriceCents },
        })),
    })),
  }
}
