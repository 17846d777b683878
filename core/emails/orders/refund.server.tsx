import { formatMoney } from "#core/money.ts"
import { REFUND_NEWS } from "#core/payments/refund-states.ts"
import { defineEmail } from "../define-email.server.ts"
import { Action, Quote, Receipt, Text } from "../email-parts.server.tsx"
import { aboutOrder } from "./order-facts.server.ts"
import { customerPage, refundRows } from "./order-texts.ts"

/** Notifies the customer that a part of an order is refunded, why, and where the money is. */
export const refund = defineEmail({
  job: "send-refund-email",
  kind: "refunds",
  async load(ctx, { orderId, refundId }) {
    const about = await aboutOrder(ctx, orderId, "customer")
    const made = about?.order.refunds.find(({ id }) => id === refundId)
    return about && made && { ...about, made }
  },
  subject: ({ order, made }) => `We refunded ${formatMoney(made.amountCents)} of order ${order.number}`,
  body: ({ order, made, siteUrl }) => (
    <>
      <Text>{`We're refunding part of your order from ${order.market.name}. The reason given:`}</Text>
      <Quote>{made.reason}</Quote>
      <Receipt rows={refundRows(made, "Your refund")} />
      <Text>{REFUND_NEWS[made.status]}</Text>
      <Action href={customerPage(siteUrl, order)}>View my order</Action>
    </>
  ),
})
