import { defineEmail } from "../define-email.server.ts"
import { Action, Text } from "../email-parts.server.tsx"
import { aboutOrder } from "./order-facts.server.ts"
import { forTime, type OrderFacts, sellerPage } from "./order-texts.ts"

/** Notifies the seller of each step of a platform delivery. A step can repeat, since another courier may take over. */
export const courierStep = defineEmail({
  job: "send-order-status-email",
  idSuffix: "-seller",
  kind: "orderSteps",
  async load(ctx, { orderId, status, carriage }) {
    if (!carriage) return null
    const about = await aboutOrder(ctx, orderId, "seller")
    const step = about?.order.status === status ? stepOf(about.order) : null
    return about && step && { ...about, step }
  },
  subject: ({ order, step }) => `Order ${order.number}: ${step.subject}`,
  body: ({ order, step, siteUrl }) => (
    <>
      <Text>{step.text}</Text>
      <Action href={sellerPage(siteUrl, order)}>See the order</Action>
    </>
  ),
})

/** Null for a status that is not a courier's step. */
function stepOf(order: OrderFacts): { subject: string; text: string } | null {
  const { status, number } = order
  switch (status) {
    case "taken":
      return {
        subject: "a courier is on the way",
        text: `A courier is on the way to you to pick up order ${number}${forTime(order)}.`,
      }
    case "picked up":
      return { subject: "picked up by the courier", text: `Order ${number} is on its way to the customer.` }
    case "delivered":
      return {
        subject: "delivered",
        text: `Order ${number} was delivered. The photo is on the order's page, and your share of the money is on its way.`,
      }
    default:
      return null
  }
}
