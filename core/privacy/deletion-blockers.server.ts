import { and, count, eq, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm"
import type { PersonContext } from "#core/context.ts"
import { countText } from "#core/count-text.ts"
import { formatMoney } from "#core/money.ts"
import { balanceOf } from "#core/payouts/read-balance.server.ts"
import type { Executor } from "#db/client.ts"
import {
  checkoutMarkets,
  checkouts,
  deliveries,
  markets,
  orders,
  payouts,
  refunds,
} from "#db/schema/index.ts"
import type { DeletedAccount } from "./privacy.ts"

/** Something that must end before an account can be deleted. `to` is the page to do that, if there is one. */
export type DeletionBlocker = { readonly text: string; readonly to?: string }

/** Everything that prevents the deletion of the person's account now, in any role; empty when nothing does. */
export async function listDeletionBlockers(
  ctx: DeletedAccount & Pick<PersonContext, "db">,
  db: Executor = ctx.db,
): Promise<DeletionBlocker[]> {
  const { userId } = ctx.actor
  const [market] = await db.select({ id: markets.id }).from(markets).where(eq(markets.userId, userId))
  return [
    ...(await openPurchases(db, userId)),
    ...(market ? await openSales(db, market.id) : []),
    ...(await openDeliveries(db, userId)),
    ...(await openMoney(ctx, db, "seller")),
    ...(await openMoney(ctx, db, "deliverer")),
  ]
}

const isRunning = and(
  sql`${orders.complete} is not true`,
  or(isNull(orders.status), ne(orders.status, "cancelled")),
)
/** The bank has taken the money back and has not decided yet. */
const isDisputed = and(isNotNull(orders.chargedBackAt), isNull(orders.chargebackLostAt))

/** A refund that still has to be sent, unlike one that was replaced by the bank's own refund. */
const isUnderWay = inArray(refunds.status, ["due", "failed"])

async function openPurchases(db: Executor, customerId: string): Promise<DeletionBlocker[]> {
  const mine = eq(orders.customerId, customerId)
  const running = await db.$count(orders, and(mine, isRunning))
  const disputed = await db.$count(orders, and(mine, isDisputed))
  const paying = await db.$count(
    checkouts,
    and(eq(checkouts.customerId, customerId), eq(checkouts.status, "paying")),
  )
  const [refunding] = await db
    .select({ number: count() })
    .from(refunds)
    .innerJoin(checkouts, eq(checkouts.id, refunds.checkoutId))
    .where(and(eq(checkouts.customerId, customerId), isUnderWay))
  return [
    ...some(
      running,
      (n) => `${countText(n, "order")} of yours ${n === 1 ? "isn't" : "aren't"} finished yet.`,
      "/customer-orders",
    ),
    ...some(paying, () => "One of your payments is still being processed. This takes at most half an hour."),
    ...some(refunding?.number, () => "Money is still on its way back to your card."),
    ...some(disputed, () => "A payment you disputed is still under review by your bank."),
  ]
}

async function openSales(db: Executor, marketId: string): Promise<DeletionBlocker[]> {
  const mine = eq(orders.marketId, marketId)
  const running = await db.$count(orders, and(mine, isRunning))
  const disputed = await db.$count(orders, and(mine, isDisputed))
  const [paying] = await db
    .select({ number: count() })
    .from(checkoutMarkets)
    .innerJoin(checkouts, eq(checkouts.id, checkoutMarkets.checkoutId))
    .where(and(eq(checkoutMarkets.marketId, marketId), eq(checkouts.status, "paying")))
  return [
    ...some(
      running,
      (n) => `${countText(n, "order")} at your market ${n === 1 ? "isn't" : "aren't"} finished yet.`,
      "/marketOrders",
    ),
    ...some(
      paying?.number,
      () => "Someone is paying for your products right now. This takes at most half an hour.",
    ),
    ...some(disputed, () => "A dispute over one of your orders is still open."),
  ]
}

async function openDeliveries(db: Executor, courierId: string): Promise<DeletionBlocker[]> {
  const active = await db.$count(
    deliveries,
    and(eq(deliveries.courierId, courierId), isNull(deliveries.deliveredAt)),
  )
  return some(active, () => "You have a delivery in progress.", "/deliveries")
}

/** Money owed to the person. What they owe after a chargeback stays in the ledger and prevents no deletion. */
async function openMoney(
  ctx: DeletedAccount,
  db: Executor,
  role: "seller" | "deliverer",
): Promise<DeletionBlocker[]> {
  const { userId } = ctx.actor
  const { availableCents, pendingCents } = await balanceOf(db, { userId, role }, ctx.now())
  const leaving = await db.$count(
    payouts,
    and(eq(payouts.userId, userId), eq(payouts.role, role), inArray(payouts.status, ["requested", "sent"])),
  )
  const work = role === "seller" ? "sales" : "deliveries"
  return [
    ...(availableCents > 0
      ? [{ text: `${formatMoney(availableCents)} of your ${work} hasn't been paid out yet.`, to: "/payout" }]
      : []),
    ...(pendingCents > 0
      ? [{ text: `${formatMoney(pendingCents)} of your ${work} is still pending; it can be paid out soon.` }]
      : []),
    ...some(
      leaving,
      () => `A payout of your ${work} is on its way to your bank, which may still send it back.`,
    ),
  ]
}

function some(number: number | undefined, text: (number: number) => string, to?: string): DeletionBlocker[] {
  return number ? [{ text: text(number), ...(to ? { to } : {}) }] : []
}
