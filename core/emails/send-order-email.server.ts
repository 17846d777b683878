import { eq } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { refunds } from "#db/schema/index.ts"
import { orderFacts } from "./order-facts.server.ts"
import { personFacts } from "./person-facts.server.ts"
import type { ComposedLetter } from "./templates/compose-email.ts"
import {
  cancelledLetter,
  cancelledSellerLetter,
  checkoutRefundedLetter,
  newOrderLetter,
  type OrderFacts,
  receiptLetter,
  reminderLetter,
  sellerStatusLetter,
  statusLetter,
} from "./templates/order-emails.ts"

type Order = { readonly orderId: string }
type Compose = (order: OrderFacts, siteUrl: string) => ComposedLetter | null

/** Sends the customer's receipt. `letterId` makes sending twice once where the transport can tell. */
export const sendOrderReceipt = (ctx: SystemContext, input: Order, letterId: string) =>
  sendAbout(ctx, input, letterId, "customer", receiptLetter)

/** Tells the seller of a new order. */
export const sendNewOrder = (ctx: SystemContext, input: Order, letterId: string) =>
  sendAbout(ctx, input, letterId, "seller", newOrderLetter)

/**
 * Tells the customer of a status, and of a platform delivery the seller too, unless the order has moved on: then that
 * move has its own letters.
 */
export async function sendOrderStatus(
  ctx: SystemContext,
  input: Order & { status: string; carriage?: "platform" | undefined },
  letterId: string,
): Promise<void> {
  const stillSo = (compose: typeof statusLetter) => (order: OrderFacts, siteUrl: string) =>
    order.status === input.status ? compose(order, siteUrl) : null
  await sendAbout(ctx, input, letterId, "customer", stillSo(statusLetter))
  if (input.carriage) await sendAbout(ctx, input, `${letterId}-seller`, "seller", stillSo(sellerStatusLetter))
}

/** Tells the customer that an order was cancelled and is refunded. */
export const sendOrderCancelled = (ctx: SystemContext, input: Order, letterId: string) =>
  sendAbout(ctx, input, letterId, "customer", cancelledLetter)

/** Tells the seller that an order was cancelled by somebody else. */
export const sendOrderCancelledToSeller = (ctx: SystemContext, input: Order, letterId: string) =>
  sendAbout(ctx, input, letterId, "seller", cancelledSellerLetter)

/** Reminds the seller of an order, unless they have acted meanwhile. */
export const sendOrderReminder = (ctx: SystemContext, input: Order, letterId: string) =>
  sendAbout(ctx, input, letterId, "seller", (order, siteUrl) => reminderLetter(order, siteUrl, ctx.rates))

/** Tells the customer that a payment that came too late goes back. */
export async function sendCheckoutRefunded(
  ctx: SystemContext,
  input: { readonly customerId: string; readonly refundId: string },
  letterId: string,
): Promise<void> {
  const to = await personFacts(ctx.db, { userId: input.customerId, role: "customer" })
  const [refund] = await ctx.db
    .select({ amountCents: refunds.amountCents })
    .from(refunds)
    .where(eq(refunds.id, input.refundId))
  if (!to || !refund) return
  const letter = checkoutRefundedLetter({ ...to, ...refund }, ctx.ports.mail.siteUrl)
  await ctx.ports.mail.send({ ...letter, id: letterId, to: to.email })
}

async function sendAbout(
  ctx: SystemContext,
  { orderId }: Order,
  letterId: string,
  to: "customer" | "seller",
  compose: Compose,
): Promise<void> {
  const { mail } = ctx.ports
  const order = await orderFacts(ctx.db, orderId)
  const email = order?.[to].email
  const letter = email && compose(order, mail.siteUrl)
  if (letter) await mail.send({ ...letter, id: letterId, to: email })
}
