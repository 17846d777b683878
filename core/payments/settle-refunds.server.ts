import { and, asc, eq, inArray, isNull, or } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { isId } from "#core/ids.ts"
import { add, type Cents, cents, subtract, ZERO } from "#core/money.ts"
import type { CardRefund } from "#core/ports/payments.ts"
import type { Transaction } from "#db/client.ts"
import { checkouts, orders, refunds } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { followRefund } from "./follow-refund.server.ts"
import { coverOldestFirst, leftOf, priceRefund, spreadOver, totalOf } from "./refund.ts"
import { readRefundable } from "./refundable-order.server.ts"
import { writeRefund } from "./write-refund.server.ts"

type Of = Parameters<SystemContext["ports"]["payments"]["refundsOf"]>[0]

/**
 * Brings our books to what the provider says of a payment's refunds: ours to their state, those of its dashboard booked
 * once. It asks for all of them, so that its events may come late, twice and in any order.
 */
export async function settleRefunds(ctx: SystemContext, of: Of): Promise<void> {
  const { paymentId, refunds: made } = await ctx.ports.payments.refundsOf(of)
  if (!paymentId) return
  await transaction(ctx.db, async (tx) => {
    const orderIds = await lockOrdersOf(tx, paymentId)
    for (const one of made.filter(({ refundId }) => refundId !== null)) await followOurs(ctx, tx, one)
    const foreign = made.filter(({ refundId }) => refundId === null).toReversed()
    if (foreign.length === 0) return
    let beyondCents = ZERO
    for (const one of foreign) {
      const bookedCents = await bookForeign(ctx, tx, one, orderIds)
      if (one.state !== "failed") beyondCents = add(beyondCents, subtract(one.amountCents, bookedCents))
    }
    await coverUnsent(ctx, tx, paymentId, beyondCents)
  })
}

async function lockOrdersOf(tx: Transaction, paymentId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(checkouts, eq(checkouts.id, orders.checkoutId))
    .where(eq(checkouts.stripePaymentIntentId, paymentId))
    .orderBy(asc(orders.id))
    .for("no key update", { of: orders })
  return rows.map(({ id }) => id)
}

async function followOurs(ctx: SystemContext, tx: Transaction, made: CardRefund): Promise<void> {
  if (!isId(made.refundId ?? "")) return
  const [row] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.id, made.refundId ?? ""), eq(refunds.failures, made.failures)))
    .for("no key update")
  if (row) await followRefund(ctx, tx, row, made)
}

/** Returns how much of a refund of the dashboard the orders' books have. */
async function bookForeign(
  ctx: SystemContext,
  tx: Transaction,
  made: CardRefund,
  orderIds: readonly string[],
): Promise<Cents> {
  const known = await tx
    .select()
    .from(refunds)
    .where(eq(refunds.stripeDashboardRefundId, made.id))
    .for("no key update")
  for (const row of known) if (row.failures === 0) await followRefund(ctx, tx, row, made)
  if (known.length > 0) return add(...known.map(({ amountCents }) => amountCents))
  if (made.state === "failed") return ZERO
  return spread(ctx, tx, made, orderIds)
}

async function spread(
  ctx: SystemContext,
  tx: Transaction,
  made: CardRefund,
  orderIds: readonly string[],
): Promise<Cents> {
  const now = ctx.now()
  const found = await Promise.all(orderIds.map((id) => readRefundable(tx, id)))
  const shares = spreadOver(
    made.amountCents,
    found.map((order) => totalOf(leftOf(order))),
  )
  for (const [index, order] of found.entries()) {
    const amountCents = shares[index] ?? ZERO
    if (amountCents === 0) continue
    await writeRefund(ctx, tx, order, {
      ...priceRefund(order, { lines: [], feeCents: ZERO, amountCents }),
      source: "provider",
      bearer: "seller",
      reason: "Refunded by our payment team",
      status: made.state === "done" ? "done" : "sent",
      stripeRefundId: made.id,
      stripeDashboardRefundId: made.id,
      sentAt: now,
      doneAt: made.state === "done" ? now : null,
    })
  }
  return shares.length === 0 ? ZERO : add(...shares)
}

/**
 * The dashboard gave back what we were about to: of refunds that have not left, so much is done. Worked out again each
 * time, since the provider may give the dashboard's up again.
 */
async function coverUnsent(
  ctx: SystemContext,
  tx: Transaction,
  paymentId: string,
  beyondCents: Cents,
): Promise<void> {
  const rows = await refundsOfPayment(tx, paymentId)
  const isUnsent = ({ status, stripeRefundId, coveredCents, failures }: (typeof rows)[number]) =>
    status === "due" || (status === "failed" && failures > 0) || (stripeRefundId === null && coveredCents > 0)
  const sentCovered = add(ZERO, ...rows.filter((row) => !isUnsent(row)).map((row) => row.coveredCents))
  const unsent = rows.filter(isUnsent)
  const covers = coverOldestFirst(
    subtract(beyondCents, sentCovered),
    unsent.map(({ amountCents }) => amountCents),
  )
  for (const [index, row] of unsent.entries()) {
    const coveredCents = cents(covers[index] ?? 0)
    if (coveredCents === row.coveredCents) continue
    const isDone = coveredCents === row.amountCents
    const status = isDone ? "done" : row.status === "done" ? "due" : row.status
    await tx
      .update(refunds)
      .set({
        coveredCents,
        status,
        ...(isDone ? { doneAt: ctx.now(), nextTryAt: null, stripeRefundId: null } : {}),
      })
      .where(eq(refunds.id, row.id))
  }
}

/** Those of its orders, and of the payment as a whole. */
async function refundsOfPayment(tx: Transaction, paymentId: string) {
  const ofPayment = tx
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(eq(checkouts.stripePaymentIntentId, paymentId))
  return tx
    .select()
    .from(refunds)
    .where(
      or(
        eq(refunds.stripePaymentIntentId, paymentId),
        and(isNull(refunds.stripePaymentIntentId), inArray(refunds.checkoutId, ofPayment)),
      ),
    )
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
    .for("no key update")
}
