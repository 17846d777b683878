import { and, desc, eq } from "drizzle-orm"
import { favorites, marketCalendars, markets } from "#db/schema/index.ts"
import { openStateText } from "../calendar/calendar-text.ts"
import { type OpenState, openState } from "../calendar/open-state.ts"
import { calendarColumns, itsCalendar, toCalendar } from "../calendar/read-calendar.server.ts"
import { listed } from "../catalog/market-queries.server.ts"
import type { CustomerContext } from "../context.ts"

/** The most favorites that a page shows; nobody is expected to have more. */
const MOST_LISTED = 50

export type FavoriteMarket = {
  id: string
  name: string
  city: string
  state: string
  openState: OpenState["state"]
  /** "Open until 7 pm" */
  openText: string
}

/** The customer's own favorites that currently sell, newest first. */
export async function listFavorites(ctx: CustomerContext): Promise<FavoriteMarket[]> {
  const now = ctx.now()
  const rows = await ctx.db
    .select({
      id: markets.id,
      name: markets.name,
      city: markets.city,
      state: markets.state,
      ...calendarColumns,
    })
    .from(favorites)
    .innerJoin(markets, eq(markets.id, favorites.marketId))
    .leftJoin(marketCalendars, itsCalendar)
    .where(and(eq(favorites.customerId, ctx.actor.userId), listed))
    .orderBy(desc(favorites.createdAt), desc(favorites.marketId))
    .limit(MOST_LISTED)
  return rows.map(({ id, name, city, state, ...columns }) => {
    const { calendar, timeZone } = toCalendar(columns)
    const open = openState(calendar, now, timeZone)
    return { id, name, city, state, openState: open.state, openText: openStateText(open, now, timeZone) }
  })
}
