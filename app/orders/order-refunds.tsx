import { Card, Pill, Receipt } from "#app/ui/card.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { Notice } from "#app/ui/states.tsx"
import { add, type Cents, subtract, ZERO } from "#core/money.ts"
import type { ShownRefund } from "#core/orders/shown-order.server.ts"
import type { OrderStatus, Reader } from "#core/orders/statuses.ts"
import { leftAfter, refundedText } from "#core/payments/refund.ts"
import { REFUND_NEWS, REFUND_STATE_TEXT } from "#core/payments/refund-states.ts"

type Props = {
  refunds: readonly ShownRefund[]
  order: { status: OrderStatus | null; totalCents: Cents }
  reader: Reader
}

const ALL_BACK: Record<Reader, string> = {
  customer: "Your order was fully refunded.",
  seller: "The customer got a full refund for this order.",
}

/** The partial refunds of an order, with their reasons and where the money is. */
export function OrderRefunds({ refunds, order, reader }: Props) {
  const parts = refunds.filter(({ source }) => source !== "cancellation")
  if (parts.length === 0) return null
  const left = leftAfter(order, refunds)
  return (
    <section className="stack" aria-label="Refunds">
      {left === 0 && order.status !== "cancelled" && <Notice kind="info">{ALL_BACK[reader]}</Notice>}
      {parts.map((refund, index) => (
        <Card key={refund.id} className="stack">
          <div className="split">
            <h2>{parts.length > 1 ? `Refund ${index + 1}` : "Refund"}</h2>
            {/* The customer sees where the money is in words. */}
            {reader === "seller" && <RefundState refund={refund} />}
          </div>
          <p className="quote">{`“${refund.reason}”`}</p>
          <Receipt
            lines={refundReceiptLines(
              refund,
              reader === "customer" ? "Your refund" : "The customer's refund",
            )}
          />
          {reader === "customer" && <p>{REFUND_NEWS[refund.status]}</p>}
          {reader === "seller" && refund.bearer === "platform" && (
            <p className="soft">Pushcart covers it: it costs you nothing.</p>
          )}
        </Card>
      ))}
    </section>
  )
}

/** A refund's status as a colored badge. */
export function RefundState({ refund }: { refund: Pick<ShownRefund, "status" | "nextTryAt"> }) {
  const isGivenUp = refund.status === "failed" && refund.nextTryAt === null
  const ground = { due: "butter", sent: "sky", done: "sage", failed: "blush", closed: "blush" } as const
  return <Pill ground={ground[refund.status]}>{isGivenUp ? "Failed" : REFUND_STATE_TEXT[refund.status]}</Pill>
}

type Priced = Pick<ShownRefund, "amountCents" | "itemsCents" | "deliveryCents" | "tipCents" | "taxCents"> & {
  lines: readonly { productName: string; quantity: number; amountCents: Cents }[]
}

/** The amounts of a refund, for a receipt. */
export function refundReceiptLines(refund: Priced, total: string) {
  const other = subtract(refund.itemsCents, add(ZERO, ...refund.lines.map(({ amountCents }) => amountCents)))
  return [
    ...refund.lines.map((line) => ({ label: refundedText(line), value: moneyText(line.amountCents) })),
    other > 0 ? { label: "Items", value: moneyText(other) } : null,
    refund.deliveryCents > 0 ? { label: "Delivery fee", value: moneyText(refund.deliveryCents) } : null,
    refund.tipCents > 0 ? { label: "Tip", value: moneyText(refund.tipCents) } : null,
    refund.taxCents > 0 ? { label: "Share of tax", value: moneyText(refund.taxCents) } : null,
    { label: total, value: moneyText(refund.amountCents), total: true },
  ]
}
