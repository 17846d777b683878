import { KEEPS_EARNINGS } from "#core/orders/statuses.ts"
import { defineEmail } from "../define-email.server.ts"
import { Action, Quote, Text } from "../email-parts.server.tsx"
import { aboutOrder } from "./order-facts.server.ts"
import { forTime, type OrderFacts, sellerPage } from "./order-texts.ts"

/** Notifies the seller that an order was canceled, unless they canceled it themselves. */
export const orderCancelledSeller = defineEmail({
  job: "send-order-cancelled-seller-email",
  kind: "orderSteps",
  async load(ctx, { orderId }) {
    const about = await aboutOrder(ctx, orderId, "seller")
    return about?.order.cancelledBy === "seller" ? null : about
  },
  subject: ({ order }) => `Order ${order.number} was canceled`,
  body: ({ order, siteUrl }) => (
    <>
      <Text>{offText(order)}</Text>
      <Quote>{order.cancelReason?.trim() || "No reason was given."}</Quote>
      <Action href={sellerPage(siteUrl, order)}>See the order</Action>
    </>
  ),
})

function offText(order: OrderFacts): string {
  const { number, delivery, restocked } = order
  const shelf = restocked ? " The items are back in stock." : " Your stock hasn't changed."
  if (order.fulfilledAt)
    return `Order ${number} was canceled${order.chargedBackAt ? "." : ` and refunded. ${KEEPS_EARNINGS}`}${shelf}`
  if (delivery?.trackingNumber)
    return `Order ${number}, which you sent by ${delivery.carrier}, was canceled and refunded.${restocked ? shelf : ""}`
  const rest = restocked === false ? `.${shelf}` : ", and the items are back in stock."
  return `Please don't hand over order ${number}${forTime(order)}: it was canceled${rest}`
}
