import { and, eq, sum } from "drizzle-orm"
import { ledgerEntries } from "#db/schema/index.ts"
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
    earnings: await earningsOf(ctx, orderId),
  }
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
