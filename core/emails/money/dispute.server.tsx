import { formatMoney } from "#core/money.ts"
import { defineEmail } from "../define-email.server.ts"
import { Action, Text } from "../email-parts.server.tsx"
import { aboutOrder } from "../orders/order-facts.server.ts"
import { sellerPage } from "../orders/order-texts.ts"

/** Notifies the seller that the customer's bank took an order's money back, or returned it after all. */
export const dispute = defineEmail({
  job: "send-dispute-email",
  kind: "money",
  async load(ctx, { orderId, won }) {
    const about = await aboutOrder(ctx, orderId, "seller")
    return about && { ...about, won }
  },
  subject: ({ order, won }) =>
    won
      ? `You won the dispute over order ${order.number}`
      : `The payment for order ${order.number} is disputed`,
  body({ order, won, siteUrl }) {
    const total = formatMoney(order.totalCents)
    return (
      <>
        <Text>
          {won
            ? `The customer's bank decided in our favor. It returned the ${total} for order ${order.number}, and you get your share back.`
            : `The customer disputed the ${total} charge for order ${order.number}, and their bank took the money back. We take back your share until the bank decides.`}
        </Text>
        {!won && (
          <Text>
            If you haven't handed over the order yet, please hold on to it. If you have, send us proof.
          </Text>
        )}
        <Action href={sellerPage(siteUrl, order)}>See the order</Action>
      </>
    )
  },
})
