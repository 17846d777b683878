import { and, eq, gte, inArray } from "drizzle-orm"
import type { Executor } from "#db/client.ts"
import { marketWindows } from "#db/schema/index.ts"
import { type MarketCalendar, placesIn } from "./taking-orders.ts"
import { type MarketWindow, type WindowKind, windowsOf } from "./windows.ts"

type Asked = { id: string; calendar: MarketCalendar }

/** The windows on offer at each of these markets, by the market's id, full ones marked. */
export async function listWindows(
  db: Executor,
  markets: readonly Asked[],
  { kind, now }: { kind: WindowKind; now: Date },
): Promise<Map<string, MarketWindow[]>> {
  const limited = markets.filter(({ calendar }) => placesIn(calendar.taking, kind) !== null)
  const taken = await takenPlaces(db, limited, { kind, now })
  return new Map(
    markets.map(({ id, calendar: { calendar, taking, timeZone } }) => {
      const places = {
        taken: (startsAt: Date) => taken.get(`${id} ${startsAt.getTime()}`) ?? 0,
        limit: placesIn(taking, kind),
      }
      const isOffered = kind === "pickup" || taking.offersDelivery
      return [id, isOffered ? windowsOf(calendar, kind, now, timeZone, places) : []]
    }),
  )
}

async function takenPlaces(
  db: Executor,
  markets: readonly Asked[],
  { kind, now }: { kind: WindowKind; now: Date },
): Promise<Map<string, number>> {
  if (markets.length === 0) return new Map()
  const rows = await db
    .select()
    .from(marketWindows)
    .where(
      and(
        inArray(
          marketWindows.marketId,
          markets.map(({ id }) => id),
        ),
        eq(marketWindows.fulfilment, kind),
        gte(marketWindows.startsAt, now),
      ),
    )
  return new Map(rows.map(({ marketId, startsAt, taken }) => [`${marketId} ${startsAt.getTime()}`, taken]))
}
