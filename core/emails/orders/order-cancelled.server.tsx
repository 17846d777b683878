import { add, formatMoney, subtract, ZERO } from "#core/money.ts"
import { defineEmail } from "../define-email.server.ts"
import { Action, Quote, Text } from "../email-parts.server.tsx"
import { aboutOrder } from "./order-facts.server.ts"
import { customerPage, forTime, type OrderFacts } from "./order-texts.ts"

/** Notifies the customer that an order was canceled and is refunded. */
export const orderCancelled = defineEmail({
  job: "send-order-cancelled-email",
  kind: "refunds",
  load: (ctx, { orderId }) => aboutOrder(ctx, orderId, "customer"),
  subject: ({ order }) => `Order ${order.number} was canceled and refunded`,
  body: ({ order, siteUrl }) => (
    <>
      <Text>{`We're sorry: your order from ${order.market.name}${forTime(order)} can't be fulfilled. The reason given:`}</Text>
      <Quote>{order.cancelReason?.trim() || "The market couldn't fulfill the order."}</Quote>
      <Text>{order.chargedBackAt ? "Your bank has already refunded you." : goesBack(order)}</Text>
      <Action href={customerPage(siteUrl, order)}>View my order</Action>
    </>
  ),
})

/** The text about a canceled order's refund. Amounts that were refunded earlier are not refunded again. */
function goesBack({ refunds, totalCents }: OrderFacts): string {
  const before = refunds.filter(({ source }) => source !== "cancellation")
  const beforeCents = add(ZERO, ...before.map(({ amountCents }) => amountCents))
  const left = subtract(totalCents, beforeCents)
  const banks = "It can take 5 to 10 days to appear on your statement."
  if (beforeCents === 0) return `We're refunding the full ${formatMoney(left)} to your card. ${banks}`
  if (left === 0) return "The full amount was already refunded to your card."
  return `We're refunding the remaining ${formatMoney(left)} to your card. ${banks}`
}
