import { writeCard } from "#core/cards/saved-cards.server.ts"
import type { Context, CustomerContext, SystemContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import { formatMoney } from "#core/money.ts"
import { notify } from "#core/notifications/notify.server.ts"
import { cardFailureMessage } from "#core/payments/card-failures.ts"
import { processorFee } from "#core/payments/processor-fee.ts"
import { requestPaymentRefund } from "#core/payments/request-payment-refund.server.ts"
import type { CardPayment } from "#core/ports/payments.ts"
import { withSpan } from "#core/spans.ts"
import type { Transaction } from "#db/client.ts"
import { transaction } from "#db/transaction.ts"
import { type Completion, NO_ORDER_MESSAGE } from "./checkout.ts"
import {
  anyCheckout,
  type CheckoutRow,
  checkoutOfCustomer,
  heldLines,
  lockCheckout,
  lockStock,
  orderIdsOf,
  readParts,
  returnStock,
  takeStock,
} from "./checkout-queries.server.ts"
import { moveCheckout } from "./move-checkout.server.ts"
import { ordersOf, recordOrders } from "./place-orders.server.ts"
import { exchangeSlots, freeSlots, slotsOf, wantedAgain } from "./slots.server.ts"

type CompletionInput = {
  checkoutId: string
  /** Set for a payment of the checkout other than the recorded one. */
  paymentId?: string
}

/**
 * Turns a paid checkout into orders: one per market, with bookings and deliveries, and clears the cart. The browser's
 * return, the webhook and the sweep all call it, in any order and any number of times; what was paid is read from the
 * provider, never taken from the caller. For a payment that came too late, takes the stock again or returns the money
 * immediately. Throws `not_found`.
 */
export function completeCheckout(
  ctx: CustomerContext | SystemContext,
  input: CompletionInput,
): Promise<Completion> {
  return withSpan("command complete-checkout", {}, () => complete(ctx, input))
}

async function complete(ctx: CustomerContext | SystemContext, input: CompletionInput): Promise<Completion> {
  const checkout = await findCheckout(ctx, input.checkoutId)
  const payment = await askProvider(ctx, checkout, input.paymentId)
  if (!payment || payment.checkoutId !== checkout.id) return withoutPayment(ctx, checkout)
  if (payment.state === "processing") return { outcome: "processing" }
  if (payment.state !== "paid") {
    if (checkout.status === "completed" || checkout.status === "refunded")
      return withoutPayment(ctx, checkout)
    return { outcome: "unpaid", message: cardFailureMessage(payment.rejection) }
  }
  return settlePayment(ctx, checkout.id, payment)
}

async function findCheckout(ctx: CustomerContext | SystemContext, checkoutId: string): Promise<CheckoutRow> {
  if (!isId(checkoutId)) throw notFound("This checkout")
  const [checkout] =
    ctx.actor.role === "customer"
      ? await checkoutOfCustomer(ctx.db).execute({ checkoutId, customerId: ctx.actor.userId })
      : await anyCheckout(ctx.db).execute({ checkoutId })
  if (!checkout) throw notFound("This checkout")
  return checkout
}

async function askProvider(
  ctx: CustomerContext | SystemContext,
  checkout: CheckoutRow,
  paymentId: string | undefined,
): Promise<CardPayment | null> {
  const { payments } = ctx.ports
  const hosted = checkout.stripeCheckoutSessionId
  const known =
    paymentId ??
    checkout.stripePaymentIntentId ??
    (hosted ? (await payments.findHostedPage(hosted)).paymentId : null)
  return known ? payments.findPayment(known) : null
}

/** The result if there is no new payment to settle: the checkout's own status. */
async function withoutPayment(
  ctx: CustomerContext | SystemContext,
  checkout: CheckoutRow,
): Promise<Completion> {
  if (checkout.status === "refunded") return { outcome: "refunded", message: NO_ORDER_MESSAGE }
  if (checkout.status !== "completed")
    return { outcome: "unpaid", message: "This checkout has not been paid. Nothing was charged." }
  return { outcome: "completed", orderIds: await orderIdsOf(ctx.db, checkout.id) }
}

/**
 * Books money that has arrived, once: under the checkout's lock it becomes orders, or is refunded if the goods are gone
 * or an admin has denied one of the sellers since. Money beyond a checkout's one payment is refunded too, so that
 * nobody is charged twice.
 */
export async function settlePayment(
  ctx: Context,
  checkoutId: string,
  payment: CardPayment,
): Promise<Completion> {
  return transaction(ctx.db, async (tx) => {
    const checkout = await lockCheckout(tx, checkoutId)
    if (!checkout) throw notFound("This checkout")
    if (!isSettled(checkout, payment)) await writeCard(ctx, tx, checkout.customerId, payment.keptCard)
    if (checkout.status === "completed") return settleAgain(ctx, tx, checkout, payment)
    if (checkout.status === "refunded") {
      await giveBack(ctx, tx, checkout, payment)
      return { outcome: "refunded", message: NO_ORDER_MESSAGE }
    }
    const wasHeld = checkout.status !== "released"
    const parts = await readParts(tx, checkout)
    const isDenied = parts.some(({ approval }) => approval !== "approved")
    const isStillThere = async () => wasHeld || takeAgain(ctx, tx, checkout)
    if (isDenied || payment.amountCents !== checkout.totalCents || !(await isStillThere())) {
      if (wasHeld) {
        await returnStock(tx, checkoutId)
        await freeSlots(tx, await slotsOf(tx, checkout))
      }
      await giveBack(ctx, tx, checkout, payment)
      await moveOn(ctx, tx, checkout, "refund", payment)
      return { outcome: "refunded", message: NO_ORDER_MESSAGE }
    }
    const placed = ordersOf(ctx, checkout, parts)
    await moveOn(ctx, tx, checkout, "complete", payment)
    await recordOrders(ctx, tx, checkout, placed)
    return { outcome: "completed", orderIds: placed.map(({ orderId }) => orderId) }
  })
}

/** The card of a settled payment was written down with it, and may have been removed since. */
const isSettled = (checkout: CheckoutRow, payment: CardPayment): boolean =>
  (checkout.status === "completed" || checkout.status === "refunded") &&
  checkout.stripePaymentIntentId === payment.id

async function settleAgain(
  ctx: Context,
  tx: Transaction,
  checkout: CheckoutRow,
  payment: CardPayment,
): Promise<Completion> {
  if (checkout.stripePaymentIntentId !== payment.id) await giveBack(ctx, tx, checkout, payment)
  return { outcome: "completed", orderIds: await orderIdsOf(tx, checkout.id) }
}

/** Takes the stock and slots of an expired hold again, if all of them are still available. */
async function takeAgain(ctx: Context, tx: Transaction, checkout: CheckoutRow): Promise<boolean> {
  const lines = await heldLines(tx, checkout.id)
  const stock = await lockStock(
    tx,
    lines.map((line) => line.variantId),
  )
  if (lines.some((line) => (stock.get(line.variantId) ?? 0) < line.quantity)) return false
  const slots = await wantedAgain(tx, checkout)
  if (slots.some(({ startsAt }) => startsAt <= ctx.now())) return false
  if (await exchangeSlots(tx, { freed: [], wanted: slots })) return false
  await takeStock(tx, checkout.id)
  return true
}

async function moveOn(
  ctx: Context,
  tx: Transaction,
  checkout: CheckoutRow,
  move: "complete" | "refund",
  payment: CardPayment,
): Promise<void> {
  const facts =
    move === "complete"
      ? {
          processorFeeCents: processorFee(checkout.totalCents, ctx.rates.processor),
          cardBrand: payment.card?.brand ?? null,
          cardLastFour: payment.card?.lastFour ?? null,
          statementName: payment.card?.statementName ?? null,
          completedAt: ctx.now(),
        }
      : { completedAt: null }
  const moved = await moveCheckout(ctx, tx, {
    checkoutId: checkout.id,
    move,
    facts: { ...facts, stripePaymentIntentId: payment.id, stripeChargeId: payment.chargeId },
  })
  if (!moved) throw new Error("A checkout moved while it was held.")
}

async function giveBack(
  ctx: Context,
  tx: Transaction,
  checkout: CheckoutRow,
  payment: CardPayment,
): Promise<void> {
  const isNew = await requestPaymentRefund(ctx, tx, checkout, payment)
  if (!isNew) return
  await notify(tx, {
    userId: checkout.customerId,
    role: "customer",
    orderId: null,
    message: `Your payment of ${formatMoney(payment.amountCents)} couldn't become an order. We're refunding the full amount to your card.`,
  })
}
