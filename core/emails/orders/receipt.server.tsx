import { instantText } from "#core/calendar/instant-text.ts"
import { formatMoney, ZERO } from "#core/money.ts"
import { orderReadyText } from "#core/orders/order-time.ts"
import { defineEmail } from "../define-email.server.ts"
import { Action, Receipt, type ReceiptRow, Text } from "../email-parts.server.tsx"
import { CustomerNote } from "./customer-note.server.tsx"
import { aboutOrder } from "./order-facts.server.ts"
import { customerPage, finalWeightNote, lineRows, type OrderFacts, timeOf } from "./order-texts.ts"

export const receipt = defineEmail({
  job: "send-order-receipt-email",
  kind: "receipts",
  load: (ctx, { orderId }) => aboutOrder(ctx, orderId, "customer"),
  subject: ({ order }) => `Your order ${order.number} at ${order.market.name}`,
  body: ({ order, siteUrl }) => (
    <>
      <Text>{`Thank you for your order of ${instantText(order.placedAt, order.timeZone)}. Confirmation: ${order.confirmation}.`}</Text>
      <Receipt rows={rowsOf(order)} />
      <FinalWeightNote order={order} />
      <Text>{whereTo(order)}</Text>
      <CustomerNote order={order} whose={`Your note to ${order.market.name}:`} />
      <Action href={customerPage(siteUrl, order)}>View my order</Action>
      <Text>{`All sales are final. If something is wrong, call ${order.market.name} at ${order.market.phone}.`}</Text>
    </>
  ),
})

function FinalWeightNote({ order }: { order: OrderFacts }) {
  const note = finalWeightNote(order)
  return note && <Text>{note}</Text>
}

function rowsOf(order: OrderFacts): ReceiptRow[] {
  const rows = lineRows(order)
  if (order.deliveryCents !== ZERO) rows.push({ label: "Delivery", amount: formatMoney(order.deliveryCents) })
  rows.push({ label: "Tax", amount: formatMoney(order.taxCents) })
  return [...rows, { label: "Total", amount: formatMoney(order.totalCents), strong: true }]
}

function whereTo(order: OrderFacts): string {
  const when = timeOf(order)
  const ready = orderReadyText(order, order.timeZone)
  const readyToo = ready ? ` ${ready}.` : ""
  if (order.delivery)
    return `It will be delivered to ${order.delivery.name}, ${order.delivery.address}${when}.${readyToo}`
  return `Pick it up at ${order.market.name}, ${order.market.address}${when}.${readyToo} Show this confirmation there: ${order.confirmation}.`
}
