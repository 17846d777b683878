import { and, eq, inArray, sql } from "drizzle-orm"
import { placesIn } from "#core/calendar/taking-orders.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import type { Executor, Transaction } from "#db/client.ts"
import { checkoutMarkets, marketCalendars, marketWindows } from "#db/schema/index.ts"

/** A slot of a market's window, which a checkout holds together with its stock and passes on to its order. */
export type Slot = { marketId: string; fulfilment: Fulfilment; startsAt: Date }
/** `limit` is the most orders in the window; null for no limit. */
export type WantedSlot = Slot & { limit: number | null }

/**
 * Frees slots and takes others, in one order of windows, so that two checkouts of the same markets cannot deadlock; a
 * slot that is both freed and wanted is kept. If a wanted window is full, changes nothing and returns that slot;
 * otherwise returns null. The caller has locked the checkouts or orders of the slots.
 */
export async function exchangeSlots(
  tx: Transaction,
  { freed, wanted }: { freed: readonly Slot[]; wanted: readonly WantedSlot[] },
): Promise<WantedSlot | null> {
  const kept = new Set(freed.map(nameOf))
  const asked = new Set(wanted.map(nameOf))
  const steps: Step[] = [
    ...freed.filter((slot) => !asked.has(nameOf(slot))).map((slot) => ({ slot, wanted: null })),
    ...wanted.filter((slot) => !kept.has(nameOf(slot))).map((slot) => ({ slot, wanted: slot })),
  ].sort((a, b) => (nameOf(a.slot) < nameOf(b.slot) ? -1 : 1))
  for (const [index, step] of steps.entries()) {
    if (step.wanted === null) await count(tx, step.slot, -1)
    else if (!(await takeSlot(tx, step.wanted))) {
      for (const done of steps.slice(0, index)) await count(tx, done.slot, done.wanted ? -1 : 1)
      return step.wanted
    }
  }
  return null
}

type Step = { slot: Slot; wanted: WantedSlot | null }

/** Frees the slots of a checkout or of an order. */
export async function freeSlots(tx: Transaction, freed: readonly Slot[]): Promise<void> {
  await exchangeSlots(tx, { freed, wanted: [] })
}

/** One market's part of a checkout: how it is wanted, and the start of its window; null for none. */
export type HeldPart = { marketId: string; fulfilment: Fulfilment; startsAt: Date | null }

export async function partsOf(
  executor: Executor,
  { id, fulfilment }: { id: string; fulfilment: Fulfilment },
): Promise<HeldPart[]> {
  const parts = await executor
    .select({
      marketId: checkoutMarkets.marketId,
      fulfilment: checkoutMarkets.fulfilment,
      startsAt: checkoutMarkets.windowStartsAt,
    })
    .from(checkoutMarkets)
    .where(eq(checkoutMarkets.checkoutId, id))
  return parts.map((part) => ({ ...part, fulfilment: part.fulfilment ?? fulfilment }))
}

export const slotsIn = (parts: readonly HeldPart[]): Slot[] =>
  parts.flatMap(({ startsAt, ...part }) => (startsAt ? [{ ...part, startsAt }] : []))

/** The slots that a checkout holds, or held. */
export const slotsOf = async (
  executor: Executor,
  checkout: { id: string; fulfilment: Fulfilment },
): Promise<Slot[]> => slotsIn(await partsOf(executor, checkout))

/** The slots that a checkout held, each with its window's current limit of orders. */
export async function wantedAgain(
  tx: Transaction,
  checkout: { id: string; fulfilment: Fulfilment },
): Promise<WantedSlot[]> {
  const slots = await slotsOf(tx, checkout)
  if (slots.length === 0) return []
  const calendars = await tx
    .select()
    .from(marketCalendars)
    .where(
      inArray(
        marketCalendars.marketId,
        slots.map(({ marketId }) => marketId),
      ),
    )
  const taking = new Map(calendars.map((row) => [row.marketId, row]))
  return slots.map((slot) => {
    const row = taking.get(slot.marketId)
    return { ...slot, limit: row ? placesIn(row, slot.fulfilment) : null }
  })
}

const nameOf = ({ marketId, fulfilment, startsAt }: Slot) =>
  `${marketId} ${fulfilment} ${startsAt.toISOString()}`

const isSlot = ({ marketId, fulfilment, startsAt }: Slot) =>
  and(
    eq(marketWindows.marketId, marketId),
    eq(marketWindows.fulfilment, fulfilment),
    eq(marketWindows.startsAt, startsAt),
  )

async function count(tx: Transaction, slot: Slot, change: 1 | -1): Promise<void> {
  await tx
    .update(marketWindows)
    .set({ taken: sql`${marketWindows.taken} + ${change}` })
    .where(isSlot(slot))
}

/** One statement, so that a transaction that waits for the row sees the count that the previous one wrote. */
async function takeSlot(tx: Transaction, { limit, ...slot }: WantedSlot): Promise<boolean> {
  if (limit !== null && limit < 1) return false
  const taken = await tx
    .insert(marketWindows)
    .values({ ...slot, taken: 1 })
    .onConflictDoUpdate({
      target: [marketWindows.marketId, marketWindows.fulfilment, marketWindows.startsAt],
      set: { taken: sql`${marketWindows.taken} + 1` },
      setWhere: limit === null ? sql`true` : sql`${marketWindows.taken} < ${limit}`,
    })
    .returning({ taken: marketWindows.taken })
  return taken.length > 0
}
