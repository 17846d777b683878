import { and, asc, eq, inArray, isNotNull, isNull, ne, notExists, or, sum } from "drizzle-orm"
import { restoreStock } from "#core/checkout/checkout-queries.server.ts"
import type { SystemContext } from "#core/context.ts"
import { notify } from "#core/notifications/notify.server.ts"
import { giveBack } from "#core/orders/cancel-order.server.ts"
import { closeOffers } from "#core/orders/end-replacement.server.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { CardDispute } from "#core/ports/payments.ts"
import type { Transaction } from "#db/client.ts"
import { checkouts, disputes, ledgerEntries, markets, orders, refunds } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { cents, negate } from "../money.ts"
import { bookBeyond, bookRefund } from "./book-refund.server.ts"
import { moveRefunds } from "./move-refund.server.ts"
import { addParts, withoutParts } from "./refund.ts"
import { readRefundable } from "./refundable-order.server.ts"
import { reverseOrder } from "./reverse-order.server.ts"
import { scheduleTransfers } from "./schedule-transfers.server.ts"

/**
 * Applies a dispute. When the customer's bank takes a payment back, the earnings of its orders are reversed, and a
 * sweep reverses transfers that were already sent. When the bank returns the payment, they are earned again. The
 * dispute's state is fetched from the provider, so webhooks may arrive twice, late and out of order.
 */
export async function settleDispute(ctx: SystemContext, disputeId: string): Promise<void> {
  const dispute = await ctx.ports.payments.findDispute(disputeId)
  const { paymentId } = dispute
  await transaction(ctx.db, async (tx) => {
    const id = await rememberDispute(ctx, tx, disputeId)
    await bookFees(tx, id, dispute)
    if (!paymentId || (dispute.state === "won" && dispute.isTakenByAnother)) return
    if (dispute.state === "lost") await closeRefunds(ctx, tx, paymentId)
    const wanted = dispute.state === "won" ? isNotNull(orders.chargedBackAt) : canBeChargedBack
    const rows = await tx
      .select({ order: orders, sellerId: markets.userId })
      .from(orders)
      .innerJoin(checkouts, eq(checkouts.id, orders.checkoutId))
      .innerJoin(markets, eq(markets.id, orders.marketId))
      .where(and(eq(checkouts.stripePaymentIntentId, paymentId), wanted))
      .orderBy(asc(orders.id))
      .for("no key update", { of: orders })
    const held = []
    for (const { order } of rows) held.push(...(await closeOffers(ctx, tx, order.id)))
    await restoreStock(tx, held)
    for (const { order, sellerId } of rows) {
      if (dispute.state === "won") await restore(ctx, tx, order)
      else await chargeBack(ctx, tx, order, { id, stripeDisputeId: disputeId })
      await tell(tx, order, sellerId, dispute.state === "won")
    }
    if (dispute.state === "lost") await closeLost(ctx, tx, paymentId)
  })
}

/** Returns the id of the dispute's row, which it creates if needed. */
async function rememberDispute(
  ctx: SystemContext,
  tx: Transaction,
  stripeDisputeId: string,
): Promise<string> {
  const [row] = await tx
    .insert(disputes)
    .values({ stripeDisputeId, createdAt: ctx.now() })
    .onConflictDoUpdate({ target: disputes.stripeDisputeId, set: { stripeDisputeId } })
    .returning({ id: disputes.id })
  if (!row) throw new Error("A dispute was not written.")
  return row.id
}

/** The platform pays the provider's dispute fee, regardless of the outcome; a returned fee is booked, too. */
async function bookFees(tx: Transaction, disputeId: string, { fees }: CardDispute): Promise<void> {
  if (fees.length === 0) return
  await tx
    .insert(ledgerEntries)
    .values(
      fees.map(({ id, feeCents }) => ({
        party: "platform" as const,
        userId: null,
        disputeId,
        kind: "dispute_fee" as const,
        amountCents: negate(feeCents),
        reference: `dispute-fee:${id}`,
      })),
    )
    .onConflictDoNothing()
}

/** Closes refunds that the provider rejected during the dispute: the bank has given the customer the money. */
async function closeRefunds(ctx: SystemContext, tx: Transaction, paymentId: string): Promise<void> {
  const ofPayment = tx
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(eq(checkouts.stripePaymentIntentId, paymentId))
  await moveRefunds(ctx, tx, {
    move: "close",
    where: or(
      eq(refunds.stripePaymentIntentId, paymentId),
      and(isNull(refunds.stripePaymentIntentId), inArray(refunds.checkoutId, ofPayment)),
    ),
    set: { nextTryAt: null, lastError: "The customer's bank gave the money back." },
  })
}

/** An order that was canceled before the dispute has its own refund: nothing is left to take back. */
const canBeChargedBack = and(
  isNull(orders.chargedBackAt),
  or(isNull(orders.status), ne(orders.status, "cancelled")),
)

type DisputedOrder = typeof orders.$inferSelect

async function chargeBack(
  ctx: SystemContext,
  tx: Transaction,
  order: DisputedOrder,
  dispute: { id: string; stripeDisputeId: string },
): Promise<void> {
  const reference = `order:${order.id}:chargeback:${dispute.stripeDisputeId}`
  await reverseOrder(ctx, tx, order.id, { kind: "chargeback", reference, disputeId: dispute.id })
  await tx.update(orders).set({ chargedBackAt: ctx.now() }).where(eq(orders.id, order.id))
}

/** These orders are no longer open, so their customers and sellers may delete their accounts. */
async function closeLost(ctx: SystemContext, tx: Transaction, paymentId: string): Promise<void> {
  const paid = tx
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(eq(checkouts.stripePaymentIntentId, paymentId))
  await tx
    .update(orders)
    .set({ chargebackLostAt: ctx.now() })
    .where(
      and(inArray(orders.checkoutId, paid), isNotNull(orders.chargedBackAt), isNull(orders.chargebackLostAt)),
    )
}

/**
 * Undoes everything that disputes have taken from an order and not returned yet. An order that was canceled in the
 * meantime now needs a refund.
 */
async function restore(ctx: SystemContext, tx: Transaction, order: DisputedOrder): Promise<void> {
  const { party, userId, disputeId, kind, part } = ledgerEntries
  const taken = await tx
    .select({
      party,
      userId,
      disputeId,
      kind,
      part,
      amountCents: sum(ledgerEntries.amountCents).mapWith(Number),
    })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.orderId, order.id), isNotNull(disputeId)))
    .groupBy(party, userId, disputeId, kind, part)
    .having(ne(sum(ledgerEntries.amountCents), "0"))
  if (taken.length > 0)
    await tx.insert(ledgerEntries).values(
      taken.map((row) => ({
        ...row,
        orderId: order.id,
        amountCents: negate(cents(row.amountCents)),
        reference: `order:${order.id}:chargeback-won:${row.disputeId}:${row.party}:${row.userId}:${row.kind}:${row.part}`,
      })),
    )
  await tx.update(orders).set({ chargedBackAt: null, chargebackLostAt: null }).where(eq(orders.id, order.id))
  await bookBeyond(tx, order.id)
  await bookLateRefunds(ctx, tx, order.id)
  if (order.status === "cancelled") await giveBack(ctx, tx, order)
  else if (order.fulfilledAt) await scheduleTransfers(ctx, tx, order.id)
}

/**
 * Books the refunds that were written while the bank had the money: of what was not packed, and those of the dashboard
 * from before the dispute that were only reported afterwards.
 */
async function bookLateRefunds(ctx: SystemContext, tx: Transaction, orderId: string): Promise<void> {
  const late = await tx
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.orderId, orderId),
        inArray(refunds.source, ["packing", "provider"]),
        notExists(tx.select().from(ledgerEntries).where(eq(ledgerEntries.refundId, refunds.id))),
      ),
    )
    .orderBy(asc(refunds.createdAt))
  if (late.length === 0) return
  const order = await readRefundable(tx, orderId)
  let refunded = late.reduce(withoutParts, order.refunded)
  for (const refund of late) {
    await bookRefund(ctx, tx, refund, { ...order, refunded })
    refunded = addParts(refunded, refund)
  }
}

async function tell(tx: Transaction, order: DisputedOrder, sellerId: string, won: boolean): Promise<void> {
  await notify(tx, {
    userId: sellerId,
    role: "seller",
    orderId: order.id,
    message: won
      ? `You won the dispute over order ${order.number}. The payment is yours again.`
      : `The payment for order ${order.number} is disputed. Please don't hand the order over until the bank decides.`,
  })
  await emit(tx, "order.disputed", { orderId: order.id, sellerId, won })
}
