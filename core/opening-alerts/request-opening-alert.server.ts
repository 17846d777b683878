import { and, eq } from "drizzle-orm"
import { marketCalendars, markets, openingAlerts } from "#db/schema/index.ts"
import { takesOrdersAt } from "../calendar/open-state.ts"
import { calendarColumns, itsCalendar, toCalendar } from "../calendar/read-calendar.server.ts"
import { listed } from "../catalog/market-queries.server.ts"
import type { CustomerContext } from "../context.ts"
import { notFound } from "../errors.ts"
import type { OpeningAlertInput } from "./inputs.ts"

export type RequestedAlert = { marketName: string; takesOrders: boolean }

/**
 * Requests one notification for when a market takes orders again; a second request changes nothing. Does nothing if the
 * market already takes orders, which the result says. Throws `not_found`.
 */
export async function requestOpeningAlert(
  ctx: CustomerContext,
  { marketId }: OpeningAlertInput,
): Promise<RequestedAlert> {
  const [market] = await ctx.db
    .select({ name: markets.name, ...calendarColumns })
    .from(markets)
    .leftJoin(marketCalendars, itsCalendar)
    .where(and(eq(markets.id, marketId), listed))
  if (!market) throw notFound("This market")
  const takesOrders = takesOrdersAt(toCalendar(market), ctx.now())
  // A market that opens between these two statements is found by the sweep's next run.
  if (!takesOrders)
    await ctx.db
      .insert(openingAlerts)
      .values({ customerId: ctx.actor.userId, marketId, createdAt: ctx.now() })
      .onConflictDoNothing()
  return { marketName: market.name, takesOrders }
}
