import { and, eq, gte, inArray } from "drizzle-orm"
import type { Executor } from "#db/client.ts"
import { marketWindows } from "#db/schema/index.ts"
import { type MarketCalendar, placesIn } from "./taking-orders.ts"
import { type MarketWindow, nextPickup, offeredWindows, type Places, type WindowKind } from "./windows.ts"

type MarketWithCalendar = { id: string; calendar: MarketCalendar }

/** The windows offered at each of these markets, by market id; full ones are marked. */
export async function listWindows(
  db: Executor,
  markets: readonly MarketWithCalendar[],
  { kind, now }: { kind: WindowKind; now: Date },
): Promise<Map<string, MarketWindow[]>> {
  const takenAt = await readTakenPlaces(db, markets, { kind, now })
  return new Map(markets.map(({ id, calendar }) => [id, offeredWindows(calendar, kind, now, takenAt(id))]))
}

/** The next pickup at each of these markets, by market id; null if there is none. */
export async function listNextPickups(
  db: Executor,
  markets: readonly MarketWithCalendar[],
  now: Date,
): Promise<Map<string, MarketWindow | null>> {
  const takenAt = await readTakenPlaces(db, markets, { kind: "pickup", now })
  return new Map(markets.map(({ id, calendar }) => [id, nextPickup(calendar, now, takenAt(id))]))
}

/** The windows offered at one market. */
export async function listWindowsOf(
  db: Executor,
  market: MarketWithCalendar,
  query: { kind: WindowKind; now: Date },
): Promise<MarketWindow[]> {
  return (await listWindows(db, [market], query)).get(market.id) ?? []
}

/** The windows for pickup and for delivery. */
export async function listBothWindows(
  db: Executor,
  market: MarketWithCalendar,
  now: Date,
): Promise<Record<WindowKind, MarketWindow[]>> {
  return {
    pickup: await listWindowsOf(db, market, { kind: "pickup", now }),
    delivery: await listWindowsOf(db, market, { kind: "delivery", now }),
  }
}

/** The number of taken slots, by market and window start. */
async function readTakenPlaces(
  db: Executor,
  markets: readonly MarketWithCalendar[],
  { kind, now }: { kind: WindowKind; now: Date },
): Promise<(marketId: string) => Places["taken"]> {
  const limited = markets.filter(({ calendar }) => placesIn(calendar.taking, kind) !== null)
  if (limited.length === 0) return () => () => 0
  const rows = await db
    .select()
    .from(marketWindows)
    .where(
      and(
        inArray(
          marketWindows.marketId,
          limited.map(({ id }) => id),
        ),
        eq(marketWindows.fulfilment, kind),
        gte(marketWindows.startsAt, now),
      ),
    )
  const taken = new Map(
    rows.map(({ marketId, startsAt, taken: places }) => [`${marketId} ${startsAt.getTime()}`, places]),
  )
  return (marketId) => (startsAt) => taken.get(`${marketId} ${startsAt.getTime()}`) ?? 0
}
