import { instantText } from "#core/calendar/instant-text.ts"
import { formatMoney, ZERO } from "#core/money.ts"
import { orderReadyText } from "#core/orders/order-time.ts"
import { defineEmail } from "../define-email.server.ts"
import { Action, PlainLink, Receipt, type ReceiptRow, Text } from "../email-parts.server.tsx"
import { CustomerNote } from "./customer-note.server.tsx"
import { customerPage, finalWeightNote, lineRows, type OrderFacts, timeOf } from "./order-texts.ts"
import { aboutPurchase, type PurchaseFacts } from "./purchase-facts.server.ts"

/** One receipt for everything that was paid at once. Its job is queued with the first order of a purchase. */
export const receipt = defineEmail({
  job: "send-order-receipt-email",
  kind: "receipts",
  load: (ctx, { orderId }) => aboutPurchase(ctx, orderId),
  subject: ({ purchase }) => subjectOf(purchase),
  body: ({ purchase, siteUrl }) => {
    const { parts } = purchase
    return (
      <>
        <Text>{thanks(purchase)}</Text>
        {parts.map((order) => (
          <OrderPart key={order.orderId} order={order} isOnly={parts.length === 1} />
        ))}
        {parts.length > 1 && (
          <Receipt rows={[{ label: "Total paid", amount: formatMoney(purchase.totalCents), strong: true }]} />
        )}
        <Text>{paidText(purchase)}</Text>
        <ViewPurchase purchase={purchase} siteUrl={siteUrl} />
        <Text>{`All sales are final. If something is wrong, call ${parts.map(callText).join(", or ")}.`}</Text>
      </>
    )
  },
})

function subjectOf({ parts, totalCents }: PurchaseFacts): string {
  const [first, ...others] = parts
  if (first && others.length === 0) return `Your order ${first.number} at ${first.market.name}`
  return `Your orders ${numbersText(parts)}: ${formatMoney(totalCents)}`
}

function thanks(purchase: PurchaseFacts): string {
  const [first, ...others] = purchase.parts
  if (!first) return "Thank you for your purchase."
  const when = instantText(first.placedAt, first.timeZone)
  if (others.length === 0)
    return `Thank you for your order ${first.number} of ${when}. Confirmation: ${first.confirmation}.`
  return `Thank you for your purchase ${purchase.number} of ${when}: orders ${numbersText(purchase.parts)}.`
}

/** "100001, 100002 and 100003" */
function numbersText(parts: readonly OrderFacts[]): string {
  const numbers = parts.map(({ number }) => String(number))
  const last = numbers.pop() ?? ""
  return numbers.length > 0 ? `${numbers.join(", ")} and ${last}` : last
}

const callText = ({ market }: OrderFacts) => `${market.name} at ${market.phone}`

/** "You paid $52.30 with Visa ending in 4242. On your bank statement: PUSHCART* P100123." */
function paidText({ totalCents, card, statementName }: PurchaseFacts): string {
  const paid = `You paid ${formatMoney(totalCents)}${card ? ` with ${card}` : ""}.`
  return statementName ? `${paid} On your bank statement: ${statementName}.` : paid
}

function OrderPart({ order, isOnly }: { order: OrderFacts; isOnly: boolean }) {
  const note = finalWeightNote(order)
  return (
    <>
      {!isOnly && (
        <Text>{`Order ${order.number} at ${order.market.name}. Confirmation: ${order.confirmation}.`}</Text>
      )}
      <Receipt rows={rowsOf(order)} />
      {note && <Text>{note}</Text>}
      <Text>{whereTo(order)}</Text>
      {!order.delivery && (
        <PlainLink href={order.market.mapUrl}>{`Directions to ${order.market.name}`}</PlainLink>
      )}
      <CustomerNote order={order} whose={`Your note to ${order.market.name}:`} />
    </>
  )
}

function ViewPurchase({ purchase, siteUrl }: { purchase: PurchaseFacts; siteUrl: string }) {
  const [first, ...others] = purchase.parts
  return first && others.length === 0 ? (
    <Action href={customerPage(siteUrl, first)}>View my order</Action>
  ) : (
    <Action href={`${siteUrl}/purchase?id=${purchase.id}`}>View my purchase</Action>
  )
}

function rowsOf(order: OrderFacts): ReceiptRow[] {
  const rows = lineRows(order)
  if (order.deliveryCents !== ZERO) rows.push({ label: "Delivery", amount: formatMoney(order.deliveryCents) })
  if (order.tipCents !== ZERO) rows.push({ label: "Tip", amount: formatMoney(order.tipCents) })
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
