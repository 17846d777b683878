import { count, desc, eq, inArray, or, type SQL, sum } from "drizzle-orm"
import { couriers, deliveries, ledgerEntries, markets, orders, users } from "#db/schema/index.ts"
import { contains } from "../contains.server.ts"
import type { AdminContext } from "../context.ts"
import { notFound } from "../errors.ts"
import { paged } from "../lists.ts"
import { type Cents, cents } from "../money.ts"
import type { LedgerParty } from "../payments/ledger.ts"
import type { OrderRefund } from "../payments/refund.ts"
import { bookedShares } from "../payments/refund-queries.server.ts"
import { type OrderDetails, orderColumns, readOrder } from "./order-queries.server.ts"
import { orderNumberIn } from "./seller-order-filter.ts"
import { shownAddress, shownLine, shownOrder, shownRefund } from "./shown-order.server.ts"
import { insteadOf } from "./shown-replacement.ts"

const PER_PAGE = 30

export type FoundOrders = { orders: FoundOrder[]; page: number; pages: number; total: number }

/** Every order, newest first; searched by order number, market name, or the customer's name or email. */
export async function findOrders(
  ctx: AdminContext,
  filter: { search?: string; page?: number },
): Promise<FoundOrders> {
  const where = filter.search ? matching(filter.search) : undefined
  const [counted] = await ctx.db
    .select({ total: count() })
    .from(orders)
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .innerJoin(users, eq(users.id, orders.customerId))
    .where(where)
  const place = { page: filter.page ?? 1, perPage: PER_PAGE, total: counted?.total ?? 0 }
  const { rows, ...shown } = await paged(place, (window) => listFound(ctx, where, window))
  return { orders: rows, ...shown }
}

export type FoundOrder = Awaited<ReturnType<typeof listFound>>[number]

/** Shows the customer's account name, since admins also search by it. */
const listFound = (ctx: AdminContext, where: SQL | undefined, page: { limit: number; offset: number }) =>
  ctx.db
    .select({
      id: orders.id,
      number: orders.number,
      createdAt: orders.createdAt,
      status: orders.status,
      totalCents: orders.totalCents,
      refundedCents: orderColumns.refundedCents,
      windowStartsAt: orders.windowStartsAt,
      windowEndsAt: orders.windowEndsAt,
      market: markets.name,
      timeZone: markets.timeZone,
      customer: users.name,
    })
    .from(orders)
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .innerJoin(users, eq(users.id, orders.customerId))
    .where(where)
    .orderBy(desc(orders.number))
    .limit(page.limit)
    .offset(page.offset)

function matching(search: string): SQL | undefined {
  const number = orderNumberIn(search)
  return or(
    number === null ? undefined : eq(orders.number, number),
    contains(markets.name, search),
    contains(users.name, search),
    contains(users.email, search),
  )
}

/** Returns one order by its number, with everyone involved in it. Throws `not_found`. */
export async function viewOrderByNumber(ctx: AdminContext, number: number) {
  if (!Number.isSafeInteger(number)) throw notFound("This order")
  const [row] = await ctx.db
    .select({ id: orders.id, customer: users.name, customerEmail: users.email, sellerId: markets.userId })
    .from(orders)
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .innerJoin(users, eq(users.id, orders.customerId))
    .where(eq(orders.number, number))
  if (!row) throw notFound("This order")
  const { details } = await readOrder(ctx.db, { orderId: row.id, mine: undefined, reader: null })
  const { market, delivery } = details
  const [courier] = await ctx.db
    .select({ firstName: couriers.firstName, lastName: couriers.lastName })
    .from(deliveries)
    .innerJoin(couriers, eq(couriers.userId, deliveries.courierId))
    .where(eq(deliveries.orderId, row.id))
  return {
    order: adminOrder(details),
    customer: row.customer,
    customerEmail: row.customerEmail,
    sellerId: row.sellerId,
    market: { name: market.name, timeZone: market.timeZone },
    lines: details.lines.map((line) => ({
      ...shownLine(line, details.refunds),
      insteadOf: insteadOf(line, details.lines),
      taxCents: line.taxCents,
    })),
    delivery: delivery && {
      ...shownAddress(delivery),
      id: delivery.id,
      hasDeliverer: delivery.hasDeliverer,
      carrier: delivery.carrier,
    },
    courier: courier ?? null,
    earned: await earnedOn(ctx, row.id),
    refunds: await adminRefunds(ctx, row.id, details.refunds),
  }
}

const adminOrder = ({ order }: OrderDetails) => ({
  ...shownOrder({ order }),
  cancelledAt: order.cancelledAt,
  restocked: order.restocked,
})

/** Adds the name of the admin who made each refund and, if it is booked, who pays for it. */
async function adminRefunds(ctx: AdminContext, orderId: string, refunds: readonly OrderRefund[]) {
  const makers = await makersOf(ctx, refunds)
  const shares = await bookedShares(ctx.db, orderId, refunds)
  return refunds.map((refund) => ({
    ...shownRefund(refund),
    lines: refund.lines.map(({ lineId, productName, quantity, amountCents }) => ({
      lineId,
      productName,
      quantity,
      amountCents,
    })),
    madeBy: (refund.madeBy && makers[refund.madeBy]) ?? null,
    createdAt: refund.createdAt,
    sentAt: refund.sentAt,
    failedAt: refund.failedAt,
    doneAt: refund.doneAt,
    nextTryAt: refund.nextTryAt,
    shares: shares[refund.id] ?? null,
  }))
}

/** The seller's and the courier's earnings from an order so far, from the ledger. */
async function earnedOn(
  ctx: AdminContext,
  orderId: string,
): Promise<{ sellerCents: Cents; courierCents: Cents }> {
  const rows = await ctx.db
    .select({ party: ledgerEntries.party, cents: sum(ledgerEntries.amountCents).mapWith(Number) })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.orderId, orderId))
    .groupBy(ledgerEntries.party)
  const of = (party: LedgerParty) => cents(rows.find((row) => row.party === party)?.cents ?? 0)
  return { sellerCents: of("seller"), courierCents: of("deliverer") }
}

/** Names of the admins who made refunds, by admin id. */
async function makersOf(
  ctx: AdminContext,
  made: readonly { madeBy: string | null }[],
): Promise<Record<string, string>> {
  const ids = made.flatMap(({ madeBy }) => madeBy ?? [])
  if (ids.length === 0) return {}
  const rows = await ctx.db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, ids))
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}

export type AdminOrder = Awaited<ReturnType<typeof viewOrderByNumber>>
