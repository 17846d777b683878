import { and, eq, sum } from "drizzle-orm"
import { ledgerEntries, marketCalendars, markets } from "#db/schema/index.ts"
import type { SellerContext } from "../context.ts"
import { type Cents, cents } from "../money.ts"
import type { EntryKind } from "../payments/ledger.ts"
import { type ToldRefund, toldRefund } from "../payments/refund.ts"
import { type OrderDetails, ofSeller, photoLink, readOrder } from "./order-queries.server.ts"

/** What an order brought the seller, of one kind; negative where it was kept or taken back. */
export type EarningLine = { kind: EntryKind; amountCents: Cents }

export type SellerOrder = Omit<OrderDetails, "refunds"> & {
  refunds: ToldRefund[]
  customerName: string
  photoUrl: string | null
  /** Who delivers as a rule, of a delivery that the seller has not decided: their own person or not; null: no rule. */
  usualOwnDeliverer: boolean | null
  /** From the ledger; they add up to what the seller gets. */
  earnings: EarningLine[]
}

/** One of the seller's own orders, whole, with what it brings them. Another seller's is not found. */
export async function viewSellerOrder(ctx: SellerContext, orderId: string): Promise<SellerOrder> {
  const { details, customerName } = await readOrder(ctx.db, orderId, ofSeller(ctx))
  return {
    ...details,
    customerName,
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
    .innerJoin(markets, eq(markets.id, marketCalendars.marketId))
    .where(eq(markets.userId, ctx.actor.userId))
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
