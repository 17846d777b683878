import { and, eq, sql } from "drizzle-orm"
import type { CustomerContext, SystemContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import { cardFailureMessage } from "#core/payments/card-failures.ts"
import type { CardPayment } from "#core/ports/payments.ts"
import { withSpan } from "#core/spans.ts"
import { prepared } from "#db/prepared.ts"
import { checkouts } from "#db/schema/index.ts"
import { type Completion, NO_ORDER_MESSAGE } from "./completion.ts"
import type { CheckoutRow } from "./live-checkout.server.ts"
import { orderIdsOf } from "./place-orders.server.ts"
import { settlePayment } from "./settle-payment.server.ts"

type CompletionInput = {
  checkoutId: string
  /** Where the news came from a payment of the checkout that is not the recorded one. */
  paymentId?: string
}

/**
 * Turns a paid checkout into orders: one per market, booked, delivered to, the cart cleared. The browser's return, the
 * webhook and the sweep all call it, in any order and as often as they like; what was paid is asked of the provider,
 * never believed. A payment that came too late takes the stock again or goes back at once. Throws `not_found`.
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
      ? await mine(ctx.db).execute({ checkoutId, customerId: ctx.actor.userId })
      : await anyones(ctx.db).execute({ checkoutId })
  if (!checkout) throw notFound("This checkout")
  return checkout
}

const byId = eq(checkouts.id, sql.placeholder("checkoutId"))
const isMine = eq(checkouts.customerId, sql.placeholder("customerId"))
const mine = prepared((db) =>
  db.select().from(checkouts).where(and(byId, isMine)).prepare("checkout_of_customer"),
)
const anyones = prepared((db) => db.select().from(checkouts).where(byId).prepare("checkout_by_id"))

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

/** The answer where there is no new payment to settle: how the checkout stands. */
async function withoutPayment(
  ctx: CustomerContext | SystemContext,
  checkout: CheckoutRow,
): Promise<Completion> {
  if (checkout.status === "refunded") return { outcome: "refunded", message: NO_ORDER_MESSAGE }
  if (checkout.status !== "completed")
    return { outcome: "unpaid", message: "This checkout has not been paid. Nothing was charged." }
  return { outcome: "completed", orderIds: await orderIdsOf(ctx.db, checkout.id) }
}
