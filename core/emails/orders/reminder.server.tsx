import { deadlinesFor, hoursOrDaysText, nextSellerStep, reminderText } from "#core/orders/seller-deadlines.ts"
import { defineEmail } from "../define-email.server.ts"
import { Action, Text } from "../email-parts.server.tsx"
import { aboutOrder } from "./order-facts.server.ts"
import { forTime, sellerPage } from "./order-texts.ts"

/**
 * Notifies the seller that an order needs their attention, and what happens if they do nothing. Not sent if they have
 * acted since.
 */
export const reminder = defineEmail({
  job: "send-order-reminder-email",
  kind: "reminders",
  async load(ctx, { orderId }) {
    const about = await aboutOrder(ctx, orderId, "seller")
    const wait = about && nextSellerStep(about.order)
    return wait && { ...about, wait, patience: deadlinesFor(wait, ctx.rates) }
  },
  subject: ({ order }) => `Order ${order.number} needs your attention`,
  body: ({ order, wait, patience, siteUrl }) => (
    <>
      <Text>{`Order ${order.number}${forTime(order)} has been waiting for ${hoursOrDaysText(patience.remindHours)}. ${reminderText(wait)}`}</Text>
      <Text>{`If you don't act, it will be canceled and refunded after ${hoursOrDaysText(patience.refundHours)}.`}</Text>
      <Action href={sellerPage(siteUrl, order)}>See the order</Action>
    </>
  ),
})
