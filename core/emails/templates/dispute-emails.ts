import { formatMoney } from "#core/money.ts"
import { action, type EmailContent, text } from "./compose-email.ts"
import type { OrderFacts } from "./order-emails.ts"

/** Tells the seller that the customer's bank took an order's money back, or gave it back after all. */
export function disputeEmail(order: OrderFacts, siteUrl: string, won: boolean): EmailContent {
  const total = formatMoney(order.totalCents)
  return {
    subject: won
      ? `You won the dispute over order ${order.number}`
      : `The payment for order ${order.number} is disputed`,
    greeting: `Hello ${order.seller.firstName},`,
    parts: [
      text(
        won
          ? `The customer's bank decided in our favor. It returned the ${total} for order ${order.number}, and you get your share back.`
          : `The customer disputed the ${total} charge for order ${order.number}, and their bank took the money back. We take back your share until the bank decides.`,
      ),
      ...(won
        ? []
        : [
            text(
              "If you haven't handed over the order yet, please hold on to it. If you have, send us proof.",
            ),
          ]),
      action("See the order", `${siteUrl}/order-seller?OrderID=${order.orderId}`),
    ],
  }
}

/** Tells an admin, who answers the bank. */
export function disputeAdminEmail(order: OrderFacts, won: boolean): EmailContent {
  const outcome = won ? "was won" : "needs a response or was lost"
  return {
    subject: `Dispute over order ${order.number} ${outcome}`,
    greeting: "Hello,",
    parts: [
      text(
        `The dispute over order ${order.number} from ${order.market.name} (${formatMoney(order.totalCents)}) ${outcome}. The order's status is "${order.status ?? "Order placed"}". Submit evidence in the card provider's dashboard.`,
      ),
    ],
  }
}
