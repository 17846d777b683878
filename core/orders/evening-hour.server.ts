import { eq } from "drizzle-orm"
import { markets } from "#db/schema/index.ts"
import type { SellerContext } from "../context.ts"
import { USUAL_EVENING_HOUR } from "./evening-email.ts"

/** The hour of the market's evening email, and the time zone of its clock. */
export async function readEveningHour(ctx: SellerContext): Promise<{ hour: number; timeZone: string }> {
  const [market] = await ctx.db
    .select({ hour: markets.eveningEmailHour, timeZone: markets.timeZone })
    .from(markets)
    .where(eq(markets.id, ctx.actor.marketId))
  return market ?? { hour: USUAL_EVENING_HOUR, timeZone: "UTC" }
}

/** Sets the hour of the market's evening email, which the choice of notifications turns on and off. */
export async function setEveningHour(ctx: SellerContext, { hour }: { hour: number }): Promise<void> {
  await ctx.db
    .update(markets)
    .set({ eveningEmailHour: hour, updatedAt: ctx.now() })
    .where(eq(markets.id, ctx.actor.marketId))
}
