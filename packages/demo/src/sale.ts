import { eq } from "drizzle-orm"
import { readCalendar } from "../../../core/calendar/read-calendar.server.ts"
import type { MarketCalendar } from "../../../core/calendar/taking-orders.ts"
import type { SellerActor } from "../../../core/context.ts"
import { HOUR_MS } from "../../../core/durations.ts"
import { markets } from "../../../db/schema/index.ts"
import type { Runtime } from "../../../server/compose.ts"
import type { Purchase } from "./buy.ts"
import { lastOpenMoment } from "./opening-hours.ts"
import type { Step } from "./order-plans.ts"
import { MINUTES_BETWEEN } from "./take-steps.ts"

/** An order to place, and what is done with it. */
export type Sale = Purchase & {
  customerId: string
  seller: SellerActor
  placedAt: Date
  steps: readonly Step[]
  /** The seller has just offered a replacement for the first line, which the customer can answer. */
  isAsked?: boolean
}

/** What the demo's orders are made from. */
export type Demo = Pick<Runtime, "contextFor"> & {
  idOf(email: string): string
  now: Date
}

/**
 * Returns when an order was placed. Steps by the market's people have to fall into opening hours; customers order at
 * any time.
 */
export function placedAt(
  { hoursAgo, steps }: { hoursAgo: number; steps: readonly Step[] },
  calendar: Pick<MarketCalendar, "calendar" | "timeZone">,
  now: Date,
): Date {
  const latest = new Date(now.getTime() - hoursAgo * HOUR_MS)
  if (steps.length === 0) return latest
  return lastOpenMoment(calendar, latest, (steps.length + 1) * MINUTES_BETWEEN)
}

/** A seller of the demo, with the market's calendar. */
export async function findSeller(
  { contextFor, idOf }: Demo,
  email: string,
): Promise<{ seller: SellerActor; calendar: MarketCalendar }> {
  const { db } = contextFor({ role: "system" })
  const userId = idOf(email)
  const [market] = await db.select({ id: markets.id }).from(markets).where(eq(markets.userId, userId))
  const calendar = market && (await readCalendar(db, market.id))
  if (!calendar) throw new Error(`The demo has no market of ${email}`)
  return { seller: { role: "seller", userId, marketId: market.id }, calendar }
}
