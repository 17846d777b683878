import { and, eq, inArray, isNotNull, sql } from "drizzle-orm"
import { placesIn } from "#core/calendar/taking-orders.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import type { Executor, Transaction } from "#db/client.ts"
import { checkoutMarkets, marketCalendars, marketWindows } from "#db/schema/index.ts"

/** A place in a market's window, which a checkout holds with its stock and an order keeps. */
export type Place = { marketId: string; fulfilment: Fulfilment; startsAt: Date }
/** `limit` is how many orders may have one; null: as many as want to. */
export type WantedPlace = Place & { limit: number | null }

/**
 * Frees places and takes others, in one order of windows, so that two checkouts of the same markets cannot deadlock; one
 * that is freed and wanted is kept. Where a wanted window is full it leaves all as it was and returns that one,
 * otherwise null. The caller holds the checkouts or orders that the places are of.
 */
export async function exchangePlaces(
  tx: Transaction,
  { freed, wanted }: { freed: readonly Place[]; wanted: readonly WantedPlace[] },
): Promise<WantedPlace | null> {
  const kept = new Set(freed.map(nameOf))
  const asked = new Set(wanted.map(nameOf))
  const steps: Step[] = [
    ...freed.filter((place) => !asked.has(nameOf(place))).map((place) => ({ place, wanted: null })),
    ...wanted.filter((place) => !kept.has(nameOf(place))).map((place) => ({ place, wanted: place })),
  ].sort((a, b) => (nameOf(a.place) < nameOf(b.place) ? -1 : 1))
  for (const [index, step] of steps.entries()) {
    if (step.wanted === null) await count(tx, step.place, -1)
    else if (!(await takePlace(tx, step.wanted))) {
      for (const done of steps.slice(0, index)) await count(tx, done.place, done.wanted ? -1 : 1)
      return step.wanted
    }
  }
  return null
}

type Step = { place: Place; wanted: WantedPlace | null }

/** Frees the places of a checkout or of an order. */
export async function freePlaces(tx: Transaction, freed: readonly Place[]): Promise<void> {
  await exchangePlaces(tx, { freed, wanted: [] })
}

/** The places that a checkout holds, or held. */
export async function placesOf(
  executor: Executor,
  { id, fulfilment }: { id: string; fulfilment: Fulfilment },
): Promise<Place[]> {
  const parts = await executor
    .select({ marketId: checkoutMarkets.marketId, startsAt: checkoutMarkets.windowStartsAt })
    .from(checkoutMarkets)
    .where(and(eq(checkoutMarkets.checkoutId, id), isNotNull(checkoutMarkets.windowStartsAt)))
  return parts.flatMap(({ marketId, startsAt }) => (startsAt ? [{ marketId, fulfilment, startsAt }] : []))
}

/** The same, with how many orders each window may have by now. */
export async function wantedAgain(
  tx: Transaction,
  checkout: { id: string; fulfilment: Fulfilment },
): Promise<WantedPlace[]> {
  const places = await placesOf(tx, checkout)
  if (places.length === 0) return []
  const calendars = await tx
    .select()
    .from(marketCalendars)
    .where(
      inArray(
        marketCalendars.marketId,
        places.map(({ marketId }) => marketId),
      ),
    )
  const limits = new Map(calendars.map((row) => [row.marketId, placesIn(row, checkout.fulfilment)]))
  return places.map((place) => ({ ...place, limit: limits.get(place.marketId) ?? null }))
}

const nameOf = ({ marketId, fulfilment, startsAt }: Place) =>
  `${marketId} ${fulfilment} ${startsAt.toISOString()}`

const isPlace = ({ marketId, fulfilment, startsAt }: Place) =>
  and(
    eq(marketWindows.marketId, marketId),
    eq(marketWindows.fulfilment, fulfilment),
    eq(marketWindows.startsAt, startsAt),
  )

async function count(tx: Transaction, place: Place, change: 1 | -1): Promise<void> {
  await tx
    .update(marketWindows)
    .set({ taken: sql`${marketWindows.taken} + ${change}` })
    .where(isPlace(place))
}

/** In one statement: whoever waits for the row looks at what the one before left. */
async function takePlace(tx: Transaction, { limit, ...place }: WantedPlace): Promise<boolean> {
  if (limit !== null && limit < 1) return false
  const taken = await tx
    .insert(marketWindows)
    .values({ ...place, taken: 1 })
    .onConflictDoUpdate({
      target: [marketWindows.marketId, marketWindows.fulfilment, marketWindows.startsAt],
      set: { taken: sql`${marketWindows.taken} + 1` },
      setWhere: limit === null ? sql`true` : sql`${marketWindows.taken} < ${limit}`,
    })
    .returning({ taken: marketWindows.taken })
  return taken.length > 0
}
