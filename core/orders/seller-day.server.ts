import { and, asc, gte, type SQL, sql } from "drizzle-orm"
import { addDays, clockAt, instantOf } from "#core/calendar/zoned-time.ts"
import type { SellerContext } from "#core/context.ts"
import { add, type Cents, ZERO } from "#core/money.ts"
import { OPEN, orders } from "#db/schema/index.ts"
import { receivedFor } from "./list-seller-orders.server.ts"
import { ofSeller, unacted } from "./order-queries.server.ts"
import { type Stage, stageOf } from "./seller-stages.ts"

/** An order of the seller's working day: an open one, or one that reached its customer today. */
export type DayOrder = {
  id: string
  stage: Stage
  dueAt: Date
  fulfilledAt: Date | null
  /** Whether it is due today or earlier, in the market's time zone. */
  isToday: boolean
}

/**
 * All open orders of the market, whatever day they are due, and those that reached their customers today, in due order.
 * Every count and list of the day comes from these rows. `where` narrows them.
 */
export async function ordersOfDay(ctx: SellerContext, timeZone: string, where?: SQL): Promise<DayOrder[]> {
  const { date } = clockAt(ctx.now(), timeZone)
  const [begin, end] = [instantOf(date, 0, timeZone), instantOf(addDays(date, 1), 0, timeZone)]
  const select = (some: SQL | undefined) =>
    ctx.db
      .select({
        id: orders.id,
        fulfilment: orders.fulfilment,
        status: orders.status,
        packedAt: orders.packedAt,
        acknowledgedAt: orders.acknowledgedAt,
        dueAt: orders.dueAt,
        fulfilledAt: orders.fulfilledAt,
      })
      .from(orders)
      .where(and(ofSeller(ctx), some, where))
      .orderBy(asc(orders.dueAt), asc(orders.id))
  const [open, done] = await Promise.all([
    select(OPEN),
    select(and(sql`${orders.complete}`, gte(orders.fulfilledAt, begin))),
  ])
  return [...open, ...done].map(({ id, dueAt, fulfilledAt, ...facts }) => ({
    id,
    stage: stageOf(facts),
    dueAt,
    fulfilledAt,
    isToday: dueAt < end,
  }))
}

export type StageCounts = Record<Stage, number>

/** The orders in each stage; of those to pack, only the ones that are due today or earlier, unless of every day. */
export function countStages(day: readonly DayOrder[], { everyDay = false } = {}): StageCounts {
  const of = (stage: Stage) => day.filter((order) => order.stage === stage)
  return {
    new: of("new").length,
    pack: of("pack").filter(({ isToday }) => everyDay || isToday).length,
    ready: of("ready").length,
    courier: of("courier").length,
    done: of("done").length,
  }
}

/** What the seller receives for the orders that are done, after fees and refunds. */
export async function receivedToday(ctx: SellerContext, day: readonly DayOrder[]): Promise<Cents> {
  const done = day.filter(({ stage }) => stage === "done").map(({ id }) => id)
  return add(ZERO, ...(await receivedFor(ctx, done)).values())
}

export type SellerDay = {
  counts: StageCounts
  receivedCents: Cents
  /** Open orders that are refunded if the market does not act, and the id and number of the first one. */
  waiting: { count: number; first: { id: string; number: number } | null }
}

/** The seller's orders of today in figures; a day is the market's, in its time zone. */
export async function countSellerDay(ctx: SellerContext, timeZone: string): Promise<SellerDay> {
  const [day, waiting] = await Promise.all([
    ordersOfDay(ctx, timeZone),
    ctx.db
      .select({ id: orders.id, number: orders.number, count: sql`count(*) over ()`.mapWith(Number) })
      .from(orders)
      .where(and(ofSeller(ctx), OPEN, unacted(ctx, "reminder")))
      .orderBy(orders.dueAt)
      .limit(1),
  ])
  const [first] = waiting
  return {
    counts: countStages(day),
    receivedCents: await receivedToday(ctx, day),
    waiting: { count: first?.count ?? 0, first: first ? { id: first.id, number: first.number } : null },
  }
}
