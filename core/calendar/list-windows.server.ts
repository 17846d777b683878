import { and, eq, gte, inArray } from "drizzle-orm"
import type { Executor } from "#db/client.ts"
import { marketWindows } from "#db/schema/index.ts"
import { type MarketCalendar, placesIn } from "./taking-orders.ts"
import { type MarketWindow, offeredWindows, type WindowKind } from "./windows.ts"

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
    markets.map(({ id, calendar }) => [
      id,
      offeredWindows(calendar, kind, now, (startsAt) => taken.get(`${id} ${startsAt.getTime()}`) ?? 0),
    ]),
  )
}

/** The windows on offer at one market. */
export async function listWindowsOf(
  db: Executor,
  market: Asked,
  asked: { kind: WindowKind; now: Date },
): Promise<MarketWindow[]> {
  return (await listWindows(db, [market], asked)).get(market.id) ?? []
}

/** Those for pickup and those for delivery. */
export async function listBothWindows(
  db: Executor,
  market: Asked,
  now: Date,
): Promise<Record<WindowKind, MarketWindow[]>> {
  return {
    pickup: await listWindowsOf(db, market, { kind: "pickup", now }),
    delivery: await listWindowsOf(db, market, { kind: "delivery", now }),
  }
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
