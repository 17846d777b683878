import { and, eq, sql, sum } from "drizzle-orm"
import { customers, deliveries, ledgerEntries, marketCalendars, orders } from "#db/schema/index.ts"
import type { SellerContext } from "../context.ts"
import { type Cents, cents } from "../money.ts"
import type { EntryKind } from "../payments/ledger.ts"
import { type ToldRefund, toldRefund } from "../payments/refund.ts"
import { mayCallNow } from "./call-queries.server.ts"
import { type OrderDetails, ofSeller, photoLink, readOrder } from "./order-queries.server.ts"
import type { ToCall } from "./phone-numbers.ts"

/** The seller's ledger entries of one kind for an order, summed; negative for fees and reversals. */
export type EarningLine = { kind: EntryKind; amountCents: Cents }

export type SellerOrder = Omit<OrderDetails, "refunds"> & {
  refunds: ToldRefund[]
  customerName: string
  customerToCall: ToCall | null
  photoUrl: string | null
  /** The seller's usual choice, for an undecided delivery: true for their own person; null if they set none. */
  usualOwnDeliverer: boolean | null
  /** From the ledger; the sum is the seller's net earnings. */
  earnings: EarningLine[]
}

/** Returns one of the seller's own orders, with what it earns them. Throws `not_found` for another seller's order. */
export async function viewSellerOrder(ctx: SellerContext, orderId: string): Promise<SellerOrder> {
  const { details, customerName } = await readOrder(ctx.db, {
    orderId,
    mine: ofSeller(ctx),
    reader: "seller",
  })
  return {
    ...details,
    customerName,
    customerToCall: await customerToCall(ctx, orderId),
    refunds: details.refunds.map(toldRefund),
    photoUrl: await photoLink(ctx, details.photo),
    usualOwnDeliverer: details.delivery?.hasDeliverer === null ? await usualOwnDeliverer(ctx) : null,
    earnings: await earningsOf(ctx, orderId),
  }
}

async function usualOwnDeliverer(ctx: SellerContext): Promise<boolean | null> {
  const [calendar] = await ctx.db
    .select({ hasOwnDeliverer: marketCalendars.hasOwnDeliverer })
    .from(marketCalendars)
    .where(eq(marketCalendars.marketId, ctx.actor.marketId))
  return calendar?.hasOwnDeliverer ?? null
}

async function earningsOf(ctx: SellerContext, orderId: string): Promise<EarningLine[]> {
  const rows = await ctx.db
    .select({ kind: ledgerEntries.kind, amountCents: sum(ledgerEntries.amountCents).mapWith(Number) })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.orderId, orderId),
        eq(ledgerEntries.party, "seller"),
        eq(ledgerEntries.userId, ctx.actor.userId),
      ),
    )
    .groupBy(ledgerEntries.kind)
  return rows
    .filter((row) => row.amountCents !== 0)
    .map((row) => ({ kind: row.kind, amountCents: cents(row.amountCents) }))
}

/** The customer, if the seller may call them now. A pickup has a number if the customer gave one with the order. */
async function customerToCall(ctx: SellerContext, orderId: string): Promise<ToCall | null> {
  const [customer] = await ctx.db
    .select({
      firstName: sql<string>`coalesce(${deliveries.firstName}, ${customers.firstName})`,
      phone: sql<string | null>`coalesce(${deliveries.phone}, ${orders.phone})`,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.userId, orders.customerId))
    .leftJoin(deliveries, eq(deliveries.orderId, orders.id))
    .where(and(eq(orders.id, orderId), ofSeller(ctx), mayCallNow("seller", "customer", ctx.now())))
  return customer?.phone ? { firstName: customer.firstName, phone: customer.phone } : null
}
