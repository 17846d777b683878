import type { Context } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { formatMoney } from "#core/money.ts"
import { notify } from "#core/notifications/notify.server.ts"
import { processorFee } from "#core/payments/processor-fee.ts"
import { requestPaymentRefund } from "#core/payments/request-payment-refund.server.ts"
import type { CardPayment } from "#core/ports/payments.ts"
import type { Transaction } from "#db/client.ts"
import { transaction } from "#db/transaction.ts"
import { type Completion, NO_ORDER_MESSAGE } from "./completion.ts"
import { type CheckoutRow, lockCheckout } from "./live-checkout.server.ts"
import { moveCheckout } from "./move-checkout.server.ts"
import { orderIdsOf, ordersOf, readParts, recordOrders } from "./place-orders.server.ts"
import { heldLines, lockStock, returnStock, takeStock } from "./stock.server.ts"
import { exchangePlaces, freePlaces, placesOf, wantedAgain } from "./window-places.server.ts"

/**
 * Books money that has arrived, once: under the checkout's lock it becomes orders, or goes back where the goods are gone
 * or an admin has denied one of its sellers meanwhile. Money that a checkout gets beyond its one payment goes back too, so
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
    if (checkout.status === "completed") return settleAgain(ctx, tx, checkout, payment)
    if (checkout.status === "refunded") {
      await giveBack(ctx, tx, checkout, payment)
      return { outcome: "refunded", message: NO_ORDER_MESSAGE }
    }
    const wasHeld = checkout.status !== "released"
    const parts = await readParts(tx, checkoutId)
    const isDenied = parts.some(({ approval }) => approval !== "approved")
    const isStillThere = async () => wasHeld || takeAgain(ctx, tx, checkout)
    if (isDenied || payment.amountCents !== checkout.totalCents || !(await isStillThere())) {
      if (wasHeld) {
        await returnStock(tx, checkoutId)
        await freePlaces(tx, await placesOf(tx, checkout))
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

async function settleAgain(
  ctx: Context,
  tx: Transaction,
  checkout: CheckoutRow,
  payment: CardPayment,
): Promise<Completion> {
  if (checkout.stripePaymentIntentId !== payment.id) await giveBack(ctx, tx, checkout, payment)
  return { outcome: "completed", orderIds: await orderIdsOf(tx, checkout.id) }
}

/** Takes the stock and the places of a hold that ran out once more, if all of them are still there. */
async function takeAgain(ctx: Context, tx: Transaction, checkout: CheckoutRow): Promise<boolean> {
  const lines = await heldLines(tx, checkout.id)
  const stock = await lockStock(
    tx,
    lines.map((line) => line.variantId),
  )
  if (lines.some((line) => (stock.get(line.variantId) ?? 0) < line.quantity)) return false
  const places = await wantedAgain(tx, checkout)
  if (places.some(({ startsAt }) => startsAt <= ctx.now())) return false
  if (await exchangePlaces(tx, { freed: [], wanted: places })) return false
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
      ? { processorFeeCents: processorFee(checkout.totalCents, ctx.rates.processor), completedAt: ctx.now() }
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
    message: `Your payment of ${formatMoney(payment.amountCents)} could not become an order. All of it is on its way back to your card.`,
  })
}
