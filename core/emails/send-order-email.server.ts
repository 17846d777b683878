import { eq } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import type { KindOf } from "#core/notifications/kinds.ts"
import { bookedShares, refundsOfOrders } from "#core/payments/refund-queries.server.ts"
import { refunds } from "#db/schema/index.ts"
import { orderFacts } from "./order-facts.server.ts"
import { personFacts } from "./person-facts.server.ts"
import { sendWantedEmail } from "./send-wanted-email.server.ts"
import type { EmailContent } from "./templates/compose-email.ts"
import {
  cancelledEmail,
  cancelledSellerEmail,
  checkoutRefundedEmail,
  newOrderEmail,
  type OrderFacts,
  receiptEmail,
  refundEmail,
  refundSellerEmail,
  reminderEmail,
  sellerStatusEmail,
  statusEmail,
} from "./templates/order-emails.ts"

type Order = { readonly orderId: string }
type Compose = (order: OrderFacts, siteUrl: string) => EmailContent | null

/** Sends the customer's receipt. `emailId` makes sending twice once where the transport can tell. */
export const sendOrderReceipt = (ctx: SystemContext, input: Order, emailId: string) =>
  sendAbout(ctx, input, emailId, ["customer", "receipts"], receiptEmail)

/** Tells the seller of a new order. */
export const sendNewOrder = (ctx: SystemContext, input: Order, emailId: string) =>
  sendAbout(ctx, input, emailId, ["seller", "newOrders"], newOrderEmail)

/**
 * Emails the customer about a status, and about a platform delivery the seller too. A repeated step emails the seller
 * alone, and an order that has moved on nobody: that move sends its own emails.
 */
export async function sendOrderStatus(
  ctx: SystemContext,
  input: Order & { status: string; carriage?: "platform" | undefined; isRepeated?: true | undefined },
  emailId: string,
): Promise<void> {
  const stillSo = (compose: typeof statusEmail) => (order: OrderFacts, siteUrl: string) =>
    order.status === input.status ? compose(order, siteUrl) : null
  if (!input.isRepeated)
    await sendAbout(ctx, input, emailId, ["customer", "orderSteps"], stillSo(statusEmail))
  if (input.carriage)
    await sendAbout(ctx, input, `${emailId}-seller`, ["seller", "orderSteps"], stillSo(sellerStatusEmail))
}

/** Tells the customer that an order was cancelled and is refunded. */
export const sendOrderCancelled = (ctx: SystemContext, input: Order, emailId: string) =>
  sendAbout(ctx, input, emailId, ["customer", "refunds"], cancelledEmail)

/** Tells the seller that an order was cancelled by somebody else. */
export const sendOrderCancelledToSeller = (ctx: SystemContext, input: Order, emailId: string) =>
  sendAbout(ctx, input, emailId, ["seller", "orderSteps"], cancelledSellerEmail)

/** Reminds the seller of an order, unless they have acted meanwhile. */
export const sendOrderReminder = (ctx: SystemContext, input: Order, emailId: string) =>
  sendAbout(ctx, input, emailId, ["seller", "reminders"], (order, siteUrl) =>
    reminderEmail(order, siteUrl, ctx.rates),
  )

type Refund = Order & { readonly refundId: string }

/** Tells the customer that a part of an order goes back. */
export const sendRefundMade = (ctx: SystemContext, input: Refund, emailId: string) =>
  sendAbout(ctx, input, emailId, ["customer", "refunds"], (order, siteUrl) =>
    refundEmail(order, input.refundId, siteUrl),
  )

/** Tells the seller what was refunded of an order, and what it costs them. */
export async function sendRefundMadeToSeller(
  ctx: SystemContext,
  input: Refund,
  emailId: string,
): Promise<void> {
  const made = (await refundsOfOrders(ctx.db, [input.orderId]))(input.orderId)
  const shares = (await bookedShares(ctx.db, input.orderId, made))[input.refundId]
  await sendAbout(ctx, input, emailId, ["seller", "money"], (order, siteUrl) =>
    refundSellerEmail(order, { refundId: input.refundId, shares }, siteUrl),
  )
}

/** Tells the customer that a payment that came too late goes back. */
export async function sendCheckoutRefunded(
  ctx: SystemContext,
  input: { readonly customerId: string; readonly refundId: string },
  emailId: string,
): Promise<void> {
  const to = await personFacts(ctx.db, { userId: input.customerId, role: "customer" })
  const [refund] = await ctx.db
    .select({ amountCents: refunds.amountCents })
    .from(refunds)
    .where(eq(refunds.id, input.refundId))
  if (!to || !refund) return
  const content = checkoutRefundedEmail({ ...to, ...refund }, ctx.ports.mail.siteUrl)
  const reader = { userId: input.customerId, email: to.email, role: "customer", kind: "refunds" } as const
  await sendWantedEmail(ctx, reader, content, emailId)
}

/** Sends an email about an order to one of its sides, where they want emails of this kind. */
async function sendAbout(
  ctx: SystemContext,
  { orderId }: Order,
  emailId: string,
  [to, kind]: ["customer", KindOf<"customer">] | ["seller", KindOf<"seller">],
  compose: Compose,
): Promise<void> {
  const order = await orderFacts(ctx.db, orderId)
  const email = order?.[to].email
  const content = email && compose(order, ctx.ports.mail.siteUrl)
  if (!content) return
  const { userId } = order[to]
  await sendWantedEmail(ctx, { userId, email, role: to, kind }, content, emailId)
}
