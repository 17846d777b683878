import { and, eq, exists, type SQL, sql } from "drizzle-orm"
import type { LocalDate } from "#core/calendar/zoned-time.ts"
import { MINUTE_MS } from "#core/durations.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { defineSweep } from "#core/sweep.ts"
import { markets, notificationChoices, orders } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import type { SystemContext } from "../context.ts"
import { rowByRow } from "../row-by-row.ts"
import { IS_PICKABLE } from "./list-pick-list.server.ts"

const BATCH = 100

/**
 * Requests the evening email of every market that wants one, has reached its hour and has something to pick tomorrow,
 * once a day. A market without orders at its hour gets it as soon as there is one that evening. Returns how many.
 */
export async function sendEveningEmails(ctx: SystemContext): Promise<number> {
  const due = await ctx.db.select({ id: markets.id }).from(markets).where(isDue(ctx)).limit(BATCH)
  await rowByRow(due, ({ id }) => request(ctx, id))
  return due.length
}

export const sendEveningEmailsSweep = defineSweep("send-evening-emails", 5 * MINUTE_MS, sendEveningEmails)

/** The update checks again, since another sweep may have requested it in the meantime. */
async function request(ctx: SystemContext, marketId: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const [market] = await tx
      .update(markets)
      .set({ eveningEmailDay: tomorrow(ctx) })
      .where(and(eq(markets.id, marketId), isDue(ctx)))
      .returning({ sellerId: markets.userId, day: markets.eveningEmailDay })
    if (market?.day)
      await emit(tx, "market.eveningEmailDue", { marketId, sellerId: market.sellerId, day: market.day })
  })
}

const clockOf = ({ now }: SystemContext) =>
  sql`(${now().toISOString()}::timestamptz at time zone ${markets.timeZone})`

const tomorrow = (ctx: SystemContext): SQL<LocalDate> => sql`(${clockOf(ctx)}::date + 1)`

function isDue(ctx: SystemContext): SQL | undefined {
  const wants = ctx.db
    .select({ one: sql`1` })
    .from(notificationChoices)
    .where(
      and(
        eq(notificationChoices.userId, markets.userId),
        eq(notificationChoices.role, "seller"),
        eq(notificationChoices.kind, "evening"),
        eq(notificationChoices.way, "email"),
        notificationChoices.isOn,
      ),
    )
  const day = (days: number) =>
    sql`((${tomorrow(ctx)} + ${days}::int)::timestamp at time zone ${markets.timeZone})`
  const hasOrders = ctx.db
    .select({ one: sql`1` })
    .from(orders)
    .where(
      and(
        eq(orders.marketId, markets.id),
        IS_PICKABLE,
        sql`${orders.dueAt} >= ${day(0)} and ${orders.dueAt} < ${day(1)}`,
      ),
    )
  return and(
    exists(wants),
    sql`extract(hour from ${clockOf(ctx)}) >= ${markets.eveningEmailHour}`,
    sql`${markets.eveningEmailDay} is distinct from ${tomorrow(ctx)}`,
    exists(hasOrders),
  )
}
