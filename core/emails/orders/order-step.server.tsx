import { momentText } from "#core/calendar/calendar-text.ts"
import { trackingLink } from "#core/orders/order.ts"
import { defineEmail } from "../define-email.server.ts"
import { Action, PlainLink, Receipt, Text } from "../email-parts.server.tsx"
import { aboutOrder } from "./order-facts.server.ts"
import { chosenTime, customerPage, givenRows, type OrderFacts } from "./order-texts.ts"

/**
 * Notifies the customer of an order's new status, once for each status. Not sent for a status that the order has left
 * since: the later status has its own emails.
 */
export const orderStep = defineEmail({
  job: "send-order-status-email",
  kind: "orderSteps",
  async load(ctx, { orderId, status, isRepeated }) {
    if (isRepeated) return null
    const about = await aboutOrder(ctx, orderId, "customer")
    const step = about?.order.status === status ? stepOf(about.order) : null
    return about && step && { ...about, step }
  },
  subject: ({ order, step }) => `Order ${order.number}: ${step.subject}`,
  body: ({ order, step, siteUrl }) => (
    <>
      <Text>{step.text}</Text>
      {step.link && <PlainLink href={step.link.href}>{step.link.label}</PlainLink>}
      <Items order={order} />
      <Action href={customerPage(siteUrl, order)}>View my order</Action>
    </>
  ),
})

function Items({ order }: { order: OrderFacts }) {
  const rows = givenRows(order)
  if (rows.length === 0) return null
  return (
    <>
      <Text>Your items:</Text>
      <Receipt rows={rows} />
    </>
  )
}

type Step = { subject: string; text: string; link?: { href: string; label: string } | null }

/** Null for a status without an email. */
function stepOf(order: OrderFacts): Step | null {
  const { market, delivery } = order
  switch (order.status) {
    case "ready to pick up":
      return {
        subject: "ready to pick up",
        text: `Your order is ready at ${market.name}, ${market.address}.${chosenTime(order)} Please show the confirmation ${order.confirmation} when you pick it up.`,
        link: { href: market.mapUrl, label: `Directions to ${market.name}` },
      }
    case "shipped":
      return {
        subject: "on its way",
        text:
          delivery?.carrier && delivery.trackingNumber
            ? `${market.name} handed your order to ${delivery.carrier}. The tracking number is ${delivery.trackingNumber}.`
            : `${market.name} sent out your order.${chosenTime(order)}`,
        link: trackingOf(delivery),
      }
    case "taken":
      return {
        subject: "a courier is on the way to the market",
        text: `A courier is on the way to ${market.name} to pick up your order.${chosenTime(order)}`,
      }
    case "picked up":
      return order.fulfilment === "delivery"
        ? {
            subject: "on its way",
            text: `The courier has your order and is on the way to ${delivery?.address}.${chosenTime(order)}`,
          }
        : { subject: "picked up", text: `You picked up your order at ${market.name}. Enjoy it!` }
    case "delivered":
      return {
        subject: "delivered",
        text: `Your order was delivered to ${delivery?.address}${deliveredAt(order)}. Enjoy it! If something is wrong, call ${market.name} at ${market.phone}.`,
      }
    default:
      return null
  }
}

/** The carrier's page about the parcel; null where the carrier is not a known one. */
function trackingOf(delivery: OrderFacts["delivery"]) {
  if (!delivery?.carrier || !delivery.trackingNumber) return null
  const href = trackingLink(delivery.carrier, delivery.trackingNumber)
  return href ? { href, label: `Track it with ${delivery.carrier}` } : null
}

/** " on Sat, Nov 28, 3:14 pm" */
const deliveredAt = ({ fulfilledAt, timeZone }: OrderFacts) =>
  fulfilledAt ? ` on ${momentText(fulfilledAt, timeZone)}` : ""
