import { add, formatMoney, subtract } from "#core/money.ts"
import { orderReadyText } from "#core/orders/order-time.ts"
import { defineEmail } from "../define-email.server.ts"
import { Action, Receipt, Text } from "../email-parts.server.tsx"
import { CustomerNote } from "./customer-note.server.tsx"
import { aboutOrder } from "./order-facts.server.ts"
import { lineRows, type OrderFacts, sellerPage, withTime } from "./order-texts.ts"

/** Notifies the seller what to get ready and what they earn from it. */
export const newOrder = defineEmail({
  job: "send-new-order-email",
  kind: "newOrders",
  load: (ctx, { orderId }) => aboutOrder(ctx, orderId, "seller"),
  subject: ({ order }) =>
    `New order ${order.number}: ${order.fulfilment === "pickup" ? "pick up" : "delivery"}`,
  body({ order, siteUrl }) {
    const wanted = wantedText(order)
    return (
      <>
        <Text>{`${order.market.name} has a new order from ${order.customer.firstName}, paid by card.`}</Text>
        {wanted && <Text>{wanted}</Text>}
        <CustomerNote order={order} whose="A note from the customer:" />
        <Receipt
          rows={[
            ...lineRows(order),
            { label: "Items", amount: formatMoney(order.itemsCents), strong: true },
            { label: "Card processing fee", amount: `-${formatMoney(order.sellerFeeCents)}` },
            ...(order.platformFeeCents > 0
              ? [{ label: "Platform fee", amount: `-${formatMoney(order.platformFeeCents)}` }]
              : []),
            { label: "You receive", amount: formatMoney(receivedFor(order)), strong: true },
          ]}
        />
        <Text>
          {order.fulfilment === "pickup"
            ? `The customer will pick it up and show the confirmation ${order.confirmation}.`
            : `It needs to be delivered to ${order.delivery?.zip ?? "the customer"}. Please let us know whether you have someone to deliver it.`}
        </Text>
        <Action href={sellerPage(siteUrl, order)}>See the order</Action>
        <Text>
          {order.clockStartsAt
            ? "If you take no action, we refund the customer 72 hours after that time."
            : "If you take no action, we refund the customer after 72 hours."}
        </Text>
      </>
    )
  },
})

/** Without a delivery fee, which the seller earns only by delivering. */
const receivedFor = ({ itemsCents, sellerFeeCents, platformFeeCents }: OrderFacts) =>
  subtract(itemsCents, add(sellerFeeCents, platformFeeCents))

/** When the customer expects the order; "" for "as soon as possible" at an open market. */
function wantedText(order: OrderFacts): string {
  const ready = orderReadyText(order, order.timeZone)
  return ready
    ? `You were closed when it was placed. The customer sees: “${ready}”.`
    : withTime(order, (time) => `The customer wants it ${time}.`)
}
