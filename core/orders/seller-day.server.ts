import { and, eq, isNull, lt, or, type SQL, sql } from "drizzle-orm"
import { addDays, clockAt, instantOf } from "#core/calendar/zoned-time.ts"
import type { SellerContext } from "#core/context.ts"
import { type Cents, cents } from "#core/money.ts"
import { ledgerEntries, OPEN, orders } from "#db/schema/index.ts"
import { isNotReady } from "./list-seller-orders.server.ts"
import { ofSeller, unacted } from "./order-queries.server.ts"

export type SellerDay = {
  /** Open orders on which the market has not acted. */
  fresh: number
  /** Open orders that are due today or earlier, and not ready. */
  toPack: number
  /** Pickup orders that wait for their customers. */
  ready: number
  /** Orders that reached their customers today, and what the seller received for them after fees and refunds. */
  done: number
  receivedCents: Cents
  /** Open orders that are refunded if the market does not act, and the id and number of the first one. */
  waiting: { count: number; first: { id: string; number: number } | null }
}

/** The seller's orders of today in figures; a day is the market's, in its time zone. */
export async function countSellerDay(ctx: SellerContext, timeZone: string): Promise<SellerDay> {
  const { date } = clockAt(ctx.now(), timeZone)
  const begin = instantOf(date, 0, timeZone)
  const end = instantOf(addDays(date, 1), 0, timeZone)
  const isPlaced = or(isNull(orders.status), eq(orders.status, "pending"))
  const isDone = sql`${orders.complete} and ${orders.fulfilledAt} >= ${begin.toISOString()}`
  const isWaiting = unacted(ctx, "reminder")
  const counted = (where: SQL | undefined) => sql<number>`count(*) filter (where ${where})`.mapWith(Number)
  const ofDone = ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(ofSeller(ctx), isDone))
  const [[row], [received], waiting] = await Promise.all([
    ctx.db
      .select({
        fresh: counted(and(OPEN, isPlaced)),
        toPack: counted(and(OPEN, isNotReady, lt(orders.dueAt, end))),
        ready: counted(eq(orders.status, "ready to pick up")),
        done: counted(isDone),
      })
      .from(orders)
      .where(ofSeller(ctx)),
    ctx.db
      .select({ cents: sql`coalesce(sum(${ledgerEntries.amountCents}), 0)`.mapWith(Number) })
      .from(ledgerEntries)
      .where(
        and(
          sql`${ledgerEntries.orderId} in ${ofDone}`,
          eq(ledgerEntries.party, "seller"),
          eq(ledgerEntries.userId, ctx.actor.userId),
        ),
      ),
    ctx.db
      .select({ id: orders.id, number: orders.number, count: sql`count(*) over ()`.mapWith(Number) })
      .from(orders)
      .where(and(ofSeller(ctx), OPEN, isWaiting))
      .orderBy(orders.dueAt)
      .limit(1),
  ])
  const [first] = waiting
  return {
    ...(row ?? { fresh: 0, toPack: 0, ready: 0, done: 0 }),
    receivedCents: cents(received?.cents ?? 0),
    waiting: { count: first?.count ?? 0, first: first ? { id: first.id, number: first.number } : null },
  }
}
