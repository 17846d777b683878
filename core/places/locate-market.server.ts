import { and, eq } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { markets } from "#db/schema/index.ts"

/** Finds the street of a market's address. If only the zip is known, the market stays at its zip's center. */
export async function locateMarket(ctx: SystemContext, { userId }: { userId: string }): Promise<void> {
  const [market] = await ctx.db
    .select({
      id: markets.id,
      address: markets.address,
      city: markets.city,
      state: markets.state,
      zip: markets.zip,
    })
    .from(markets)
    .where(eq(markets.userId, userId))
  const place = market && (await ctx.ports.geocoder.geocode(market))
  if (!place || place.source === "zip") return
  const { lat, lng, source, placeId = null } = place
  await ctx.db
    .update(markets)
    .set({ lat, lng, positionSource: source, placeId })
    .where(and(eq(markets.id, market.id), eq(markets.address, market.address)))
}
