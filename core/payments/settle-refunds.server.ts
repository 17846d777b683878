import { and, asc, eq, inArray, isNull, or } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { isId } from "#core/ids.ts"
import { add, type Cents, cents, subtract, ZERO } from "#core/money.ts"
import type { CardRefund } from "#core/ports/payments.ts"
import type { Transaction } from "#db/client.ts"
import { checkouts, orders, refunds } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { followRefund } from "./follow-refund.server.ts"
import { moveRefunds } from "./move-refund.server.ts"
import { coverOldestFirst, leftOf, priceRefund, refundTotal, spreadOver } from "./refund.ts"
import { readRefundable } from "./refundable-order.server.ts"
import { writeRefund } from "./write-refund.server.ts"

type Of = Parameters<SystemContext["ports"]["payments"]["refundsOf"]>[0]
type RefundRow = typeof refunds.$inferSelect

/**
 * Updates our refunds of a payment to the provider's state, and books the refunds that were made in its dashboard once.
 * It fetches all refunds of the payment, so events may arrive late, twice and in any order; a response that is older
 * than one already applied changes nothing.
 */
export async function settleRefunds(ctx: SystemContext, of: Of): Promise<void> {
  const asked = ctx.now()
  const { paymentId, refunds: made } = await ctx.ports.payments.refundsOf(of)
  if (!paymentId) return
  await transaction(ctx.db, async (tx) => {
    const orderIds = await lockOrdersOf(tx, paymentId)
    const known = await refundsOfPayment(tx, paymentId)
    if (known.some(({ checkedAt }) => checkedAt !== null && checkedAt > asked)) return
    for (const one of made.filter(({ refundId }) => refundId !== null)) await followOurs(ctx, tx, one)
    const foreign = made.filter(({ refundId }) => refundId === null).toReversed()
    if (foreign.length > 0) await settleForeign(ctx, tx, { paymentId, orderIds, made, foreign })
    await tx.update(refunds).set({ checkedAt: asked }).where(ofPayment(tx, paymentId))
  })
}

type Answer = {
  paymentId: string
  orderIds: readonly string[]
  made: readonly CardRefund[]
  /** Refunds that were made in the dashboard, oldest first. */
  foreign: readonly CardRefund[]
}

async function settleForeign(
  ctx: SystemContext,
  tx: Transaction,
  { paymentId, orderIds, made, foreign }: Answer,
): Promise<void> {
  let beyondCents = ZERO
  for (const one of foreign) {
    const bookedCents = await bookForeign(ctx, tx, one, orderIds)
    if (one.state !== "failed") beyondCents = add(beyondCents, subtract(one.amountCents, bookedCents))
  }
  await coverRest(ctx, tx, paymentId, { made, beyondCents })
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

/** Returns the cents of a dashboard refund that are booked on the payment's orders. */
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
    found.map((order) => refundTotal(leftOf(order))),
  )
  for (const [index, order] of found.entries()) {
    const amountCents = shares[index] ?? ZERO
    if (amountCents === 0) continue
    const refundId = await writeRefund(ctx, tx, order, {
      ...priceRefund(order, { lines: [], feeCents: ZERO, tipCents: ZERO, amountCents }),
      source: "provider",
      bearer: "seller",
      reason: "Refunded by our payment team",
      move: "record",
      stripeRefundId: made.id,
      stripeDashboardRefundId: made.id,
      sentAt: now,
    })
    if (made.state === "done")
      await moveRefunds(ctx, tx, {
        move: "complete",
        where: eq(refunds.id, refundId),
        set: { doneAt: now },
      })
  }
  return shares.length === 0 ? ZERO : add(...shares)
}

/**
 * Assigns what the dashboard refunded beyond the orders' books to our own refunds: first to those that we sent in part,
 * then to those not sent yet. Recomputed each time, since the bank may still reject any dashboard refund; we then send
 * what is no longer covered.
 */
async function coverRest(
  ctx: SystemContext,
  tx: Transaction,
  paymentId: string,
  { made, beyondCents }: { made: readonly CardRefund[]; beyondCents: Cents },
): Promise<void> {
  const rows = await refundsOfPayment(tx, paymentId)
  const open = rows.filter(isOpen)
  const isListed = (row: RefundRow) =>
    row.status !== "closed" && made.some(({ id }) => id === row.stripeRefundId)
  const listed = rows.filter((row) => !isOpen(row) && isListed(row))
  const ordered = [...listed, ...open]
  const others = rows.filter((row) => !ordered.includes(row))
  const sent = ordered.map((row) => sentByUs(row, made))
  const covers = coverOldestFirst(
    subtract(beyondCents, add(ZERO, ...others.map((row) => row.coveredCents))),
    ordered.map((row, index) => subtract(row.amountCents, sent[index] ?? ZERO)),
  )
  for (const [index, row] of ordered.entries()) {
    const coveredCents = add(sent[index] ?? ZERO, covers[index] ?? ZERO)
    if (isOpen(row)) await cover(ctx, tx, row, coveredCents)
    else if (coveredCents < row.amountCents) await failInPart(ctx, tx, row, coveredCents)
  }
}

/** Whether some of it is still to be sent, or would be if the dashboard refund that covers it failed. */
const isOpen = (row: RefundRow): boolean =>
  row.status === "due" || row.status === "failed" || (row.stripeRefundId === null && row.coveredCents > 0)

/** Cents that were sent to the card for this row, in all of its attempts. */
function sentByUs(row: RefundRow, made: readonly CardRefund[]): Cents {
  const standing = made.filter(({ state }) => state !== "failed")
  if (standing.some(({ id }) => id === row.stripeDashboardRefundId)) return row.amountCents
  const own = standing.filter(({ refundId }) => refundId === row.id)
  return cents(Math.min(row.amountCents, add(ZERO, ...own.map(({ amountCents }) => amountCents))))
}

async function cover(
  ctx: SystemContext,
  tx: Transaction,
  row: RefundRow,
  coveredCents: Cents,
): Promise<void> {
  if (coveredCents === row.coveredCents) return
  const where = eq(refunds.id, row.id)
  const done = { doneAt: ctx.now(), nextTryAt: null, stripeRefundId: null }
  if (coveredCents === row.amountCents)
    await moveRefunds(ctx, tx, { move: "cover", where, set: { coveredCents, ...done } })
  else if (row.status === "done") await moveRefunds(ctx, tx, { move: "reopen", where, set: { coveredCents } })
  else await tx.update(refunds).set({ coveredCents }).where(where)
}

/**
 * Fails a refund whose covering dashboard refund failed after we sent the rest: its next attempt sends the missing
 * part.
 */
async function failInPart(
  ctx: SystemContext,
  tx: Transaction,
  row: RefundRow,
  coveredCents: Cents,
): Promise<void> {
  await followRefund(ctx, tx, { ...row, coveredCents }, { id: row.stripeRefundId ?? "", state: "failed" })
  await tx.update(refunds).set({ coveredCents }).where(eq(refunds.id, row.id))
}

const refundsOfPayment = (tx: Transaction, paymentId: string) =>
  tx
    .select()
    .from(refunds)
    .where(ofPayment(tx, paymentId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
    .for("no key update")

/** Matches the refunds of the payment's orders and of the payment as a whole. */
function ofPayment(tx: Transaction, paymentId: string) {
  const itsCheckout = tx
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(eq(checkouts.stripePaymentIntentId, paymentId))
  return or(
    eq(refunds.stripePaymentIntentId, paymentId),
    and(isNull(refunds.stripePaymentIntentId), inArray(refunds.checkoutId, itsCheckout)),
  )
}
