import { formatMoney } from "#core/money.ts"
import { action, type EmailContent, text } from "./compose-email.ts"
import type { OrderFacts } from "./order-emails.ts"

/** Tells the seller that the customer's bank took an order's money back, or gave it back after all. */
export function disputeEmail(order: OrderFacts, siteUrl: string, won: boolean): EmailContent {
  const total = formatMoney(order.totalCents)
  return {
    subject: won
      ? `The payment of order ${order.number} is yours again`
      : `The payment of order ${order.number} was taken back`,
    greeting: `Hello ${order.seller.firstName},`,
    parts: [
      text(
        won
          ? `The customer's bank decided for us: the ${total} of order ${order.number} came back, and so does your share.`
          : `The customer told their bank that the ${total} of order ${order.number} was not right, and the bank took it back. Your share of it goes back too until the bank has decided.`,
      ),
      ...(won
        ? []
        : [text("If you haven't handed it over yet, please hold on to it. If you have, send us proof.")]),
      action("See the order", `${siteUrl}/order-seller?OrderID=${order.orderId}`),
    ],
  }
}

/** Tells an admin, who answers the bank. */
export function disputeAdminEmail(order: OrderFacts, won: boolean): EmailContent {
  const outcome = won ? "was decided for us" : "needs an answer, or is lost"
  return {
    subject: `Dispute over order ${order.number} ${outcome}`,
    greeting: "Hello,",
    parts: [
      text(
        `The dispute over order ${order.number} of ${order.market.name} (${formatMoney(order.totalCents)}) ${outcome}. Its status is "${order.status ?? "Order placed"}". Submit evidence in the card provider's dashboard.`,
      ),
    ],
  }
}
