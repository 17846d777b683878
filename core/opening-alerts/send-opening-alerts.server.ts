import { and, asc, eq, exists, inArray } from "drizzle-orm"
import { MINUTE_MS } from "#core/durations.ts"
import { defineSweep } from "#core/sweep.ts"
import { marketCalendars, markets, memberships, openingAlerts } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { takesOrdersAt } from "../calendar/open-state.ts"
import { calendarColumns, itsCalendar, toCalendar } from "../calendar/read-calendar.server.ts"
import { listed } from "../catalog/market-queries.server.ts"
import type { SystemContext } from "../context.ts"
import { notify } from "../notifications/notify.server.ts"
import { emitAll, type Happened } from "../outbox/emit.server.ts"
import { rowByRow } from "../row-by-row.ts"
import { openingText } from "./opening-text.ts"

/** People notified in one transaction. */
const BATCH = 200

type Market = { id: string; name: string }

/**
 * Notifies everybody who requested it of the markets that take orders again, however their pause ended, and deletes
 * their requests: one notification per request. Returns the number of markets.
 */
export async function sendOpeningAlerts(ctx: SystemContext): Promise<number> {
  const now = ctx.now()
  const { db } = ctx
  const asked = db.select().from(openingAlerts).where(eq(openingAlerts.marketId, markets.id))
  const waited = await db
    .select({ id: markets.id, name: markets.name, ...calendarColumns })
    .from(markets)
    .leftJoin(marketCalendars, itsCalendar)
    .where(and(exists(asked), listed))
  const open = waited.filter((market) => takesOrdersAt(toCalendar(market), now))
  await rowByRow(open, (market) => notifyAll(ctx, market))
  return open.length
}

export const sendOpeningAlertsSweep = defineSweep("send-opening-alerts", MINUTE_MS, sendOpeningAlerts)

async function notifyAll(ctx: SystemContext, market: Market): Promise<void> {
  let found = BATCH
  while (found === BATCH) found = await notifyBatch(ctx, market)
}

/**
 * Deletes the rows with the notifications, so that a killed run has notified a person fully or not at all. Returns the
 * number of rows.
 */
async function notifyBatch(ctx: SystemContext, { id: marketId, name }: Market): Promise<number> {
  return transaction(ctx.db, async (tx) => {
    const rows = await tx
      .select({ customerId: openingAlerts.customerId })
      .from(openingAlerts)
      .where(eq(openingAlerts.marketId, marketId))
      .orderBy(asc(openingAlerts.customerId))
      .limit(BATCH)
      // A customer who cancels the alert or deletes their account at this moment goes first.
      .for("update", { skipLocked: true })
    if (rows.length === 0) return 0
    const ids = rows.map(({ customerId }) => customerId)
    await tx
      .delete(openingAlerts)
      .where(and(eq(openingAlerts.marketId, marketId), inArray(openingAlerts.customerId, ids)))
    // A customer who deleted their account during the request may have left a row.
    const customers = await tx
      .select({ userId: memberships.userId })
      .from(memberships)
      .where(and(eq(memberships.role, "customer"), inArray(memberships.userId, ids)))
    const message = openingText(name)
    await notify(
      tx,
      ...customers.map(({ userId }) => ({
        userId,
        role: "customer" as const,
        orderId: null,
        marketId,
        message,
      })),
    )
    await emitAll(
      tx,
      customers.map(({ userId: customerId }): Happened => ["market.opened", { marketId, customerId }]),
    )
    return ids.length
  })
}
