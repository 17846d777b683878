import { and, count, eq, isNotNull, not, type SQL, sql } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { add, type Cents, cents, negate, subtract, ZERO } from "#core/money.ts"
import { moveTransfers } from "#core/payouts/move-transfer.server.ts"
import type { Executor, Transaction } from "#db/client.ts"
import { ledgerEntries, transfers } from "#db/schema/index.ts"
import { REFUND_SHARES, type RefundPart, type RefundParts, type RefundShares, sharesOf } from "./refund.ts"
import type { RefundBearer } from "./refund-states.ts"
import type { OrderToRefund } from "./refundable-order.server.ts"

type Priced = RefundParts & { bearer: RefundBearer }
type Booked = Priced & { id: string }
type Sums = Awaited<ReturnType<typeof sumsOf>>

/**
 * Books a partial refund of an order in the ledger. The tax comes out of the platform's held tax. The bearer pays for
 * the items and, once somebody delivers, for the delivery fee and the tip; a courier keeps both. A seller gets back their
 * share of the platform's fee and never pays more than the order earned them: the platform pays the processor's fee of
 * refunded items, as it does for canceled orders. Transfers to the seller that are still due shrink. Booking the same
 * refund twice has no further effect. The caller must hold the lock on the order's row, and `order` must be as it was
 * before this refund.
 */
export async function bookRefund(
  ctx: Context,
  tx: Transaction,
  refund: Booked,
  order: OrderToRefund,
): Promise<void> {
  const isBooked = await tx.$count(ledgerEntries, eq(ledgerEntries.refundId, refund.id))
  if (isBooked > 0) return
  const sums = await sumsOf(tx, order.id)
  const entries = entriesOf(refund, order, sums).filter(({ amountCents }) => amountCents !== 0)
  await tx.insert(ledgerEntries).values(
    entries.map((entry) => ({
      ...entry,
      orderId: order.id,
      refundId: refund.id,
      kind: "refund" as const,
      reference: `refund:${refund.id}:${entry.party}:${entry.part}`,
    })),
  )
  await shrinkTransfers(ctx, tx, order.id)
}

/** Returns who would pay how much if the refund were booked now. */
export async function quoteShares(db: Executor, refund: Priced, order: OrderToRefund): Promise<RefundShares> {
  return sharesOf(refund.bearer, entriesOf(refund, order, await sumsOf(db, order.id)))
}

/**
 * Follows `REFUND_SHARES`. Refunds of held amounts come out of the platform's entries, where they were booked on
 * payment.
 */
function entriesOf(refund: Priced, order: OrderToRefund, sums: Sums) {
  const seller = { party: "seller" as const, userId: order.sellerId }
  const platform = { party: "platform" as const, userId: null }
  const payerOf = (part: RefundPart) => (REFUND_SHARES[part][refund.bearer] === "seller" ? seller : platform)
  const isFeeEarned = sums.delivererHoldsFee || sums.sellerHoldsFee
  const feePayer = isFeeEarned ? payerOf("deliveryFee") : platform
  const tipPayer = isFeeEarned ? payerOf("tip") : platform
  const feeBack =
    REFUND_SHARES.platformFee[refund.bearer] === "platform" ? platformFeeShare(refund, order) : ZERO
  const sellerPays = subtract(
    add(
      payerOf("items") === seller ? refund.itemsCents : ZERO,
      feePayer === seller ? refund.deliveryCents : ZERO,
      tipPayer === seller ? refund.tipCents : ZERO,
    ),
    feeBack,
  )
  const beyond = cents(Math.max(0, sellerPays - Math.max(0, sums.sellerCents)))
  return [
    { ...payerOf("tax"), part: "tax" as const, amountCents: negate(refund.taxCents) },
    { ...payerOf("items"), part: "items" as const, amountCents: negate(refund.itemsCents) },
    { ...feePayer, part: "delivery" as const, amountCents: negate(refund.deliveryCents) },
    { ...tipPayer, part: "tip" as const, amountCents: negate(refund.tipCents) },
    { ...seller, part: "platform_fee" as const, amountCents: feeBack },
    { ...platform, part: "platform_fee" as const, amountCents: negate(feeBack) },
    { ...seller, part: "beyond" as const, amountCents: beyond },
    { ...platform, part: "beyond" as const, amountCents: negate(beyond) },
  ]
}

/** The platform's fee on the refunded items. Rounds the running total, so that all refunds add up exactly. */
function platformFeeShare({ itemsCents }: RefundParts, order: OrderToRefund): Cents {
  if (order.itemsCents === 0) return ZERO
  const before = order.refunded.itemsCents
  const feeOf = (items: number) => Math.floor((order.platformFeeCents * items) / order.itemsCents)
  return cents(feeOf(before + itemsCents) - feeOf(before))
}

/** The seller's net earnings from the order so far, and who holds its delivery fee and tip. */
async function sumsOf(db: Executor, orderId: string) {
  const rows = await db
    .select({
      party: ledgerEntries.party,
      amountCents: sql`sum(${ledgerEntries.amountCents})`.mapWith(Number),
      feeCents:
        sql`coalesce(sum(${ledgerEntries.amountCents}) filter (where ${ledgerEntries.kind} in ('delivery', 'tip')), 0)`.mapWith(
          Number,
        ),
    })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.orderId, orderId))
    .groupBy(ledgerEntries.party)
  const of = (party: string) => rows.find((row) => row.party === party)
  return {
    sellerCents: of("seller")?.amountCents ?? 0,
    sellerHoldsFee: (of("seller")?.feeCents ?? 0) > 0,
    delivererHoldsFee: (of("deliverer")?.feeCents ?? 0) > 0,
  }
}

/**
 * After a delivery fee or a tip moves, a seller's share of the order's refunds can be more or less than the order earns them.
 * Books the difference between the seller and the platform, so that refunds never put a seller into debt. The caller
 * must hold the lock on the order's row.
 */
export async function bookBeyond(tx: Transaction, orderId: string): Promise<void> {
  const isBeyond = sql`${ledgerEntries.part} is not distinct from 'beyond'`
  const isOfRefund = isNotNull(ledgerEntries.refundId)
  const sumOf = (which: SQL | undefined) =>
    sql`coalesce(sum(${ledgerEntries.amountCents}) filter (where ${which}), 0)`.mapWith(Number)
  const [seller] = await tx
    .select({
      userId: ledgerEntries.userId,
      earned: sumOf(not(isBeyond)),
      refunded: sumOf(and(isOfRefund, not(isBeyond))),
      beyond: sumOf(isBeyond),
      entries: count(),
    })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.orderId, orderId), eq(ledgerEntries.party, "seller")))
    .groupBy(ledgerEntries.userId)
  if (!seller) return
  const wanted = Math.max(0, Math.min(-seller.earned, -seller.refunded))
  const missing = cents(wanted - seller.beyond)
  if (missing === 0) return
  const base = { orderId, kind: "refund" as const, part: "beyond" as const }
  const reference = `order:${orderId}:${seller.entries}`
  await tx.insert(ledgerEntries).values([
    {
      ...base,
      party: "seller",
      userId: seller.userId,
      amountCents: missing,
      reference: `${reference}:seller:beyond`,
    },
    {
      ...base,
      party: "platform",
      userId: null,
      amountCents: negate(missing),
      reference: `${reference}:platform:beyond`,
    },
  ])
}

/**
 * Shrinks transfers that nobody has tried to send yet to the remaining earnings, or cancels them if nothing remains. A
 * transfer that may have been sent keeps its amount: the reversal sweep takes the difference back.
 */
async function shrinkTransfers(ctx: Context, tx: Transaction, orderId: string): Promise<void> {
  const unsent = and(eq(transfers.status, "due"), eq(transfers.attempts, 0))
  const rows = await tx
    .select({
      id: transfers.id,
      amountCents: transfers.amountCents,
      earnedCents: earnedOf(),
    })
    .from(transfers)
    .where(and(eq(transfers.orderId, orderId), unsent))
  for (const { id, amountCents, earnedCents } of rows) {
    if (earnedCents >= amountCents) continue
    const where = and(eq(transfers.id, id), unsent)
    if (earnedCents > 0)
      await tx
        .update(transfers)
        .set({ amountCents: cents(earnedCents) })
        .where(where)
    else await moveTransfers(ctx, tx, { move: "cancel", where })
  }
}

/** SQL for a row of `transfers`: the net cents that the order has earned its recipient, from the ledger. */
export const earnedOf = () =>
  sql<number>`(select coalesce(sum(e.amount_cents), 0)::int from ledger_entries e
    where e.order_id = transfers.order_id and e.user_id = transfers.user_id
      and e.party = transfers.party)`.mapWith(Number)
