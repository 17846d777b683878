import { Card, Receipt } from "#app/ui/card.tsx"
import type { Elements } from "#app/ui/elements.ts"
import { moneyText } from "#app/ui/money.tsx"
import type { Cents } from "#core/money.ts"
import type { OrderStatus } from "#core/orders/statuses.ts"
import { leftAfter } from "#core/payments/refund.ts"

type Props = {
  order: {
    status: OrderStatus | null
    itemsCents: Cents
    taxCents: Cents
    deliveryCents: Cents
    tipCents: Cents
    totalCents: Cents
    confirmation: string
  }
  /** Completed and pending refunds to the customer. */
  refunds?: readonly { id: string; amountCents: Cents }[]
  reader: "customer" | "seller" | "admin"
  /** Whose the tip is, if it isn't just "Tip". */
  tipLabel?: string
  /** Shown as the first line. */
  dateMade?: Elements
}

/** The payment as a receipt, and its refunds. */
export function OrderMoney({ order, refunds = [], reader, tipLabel = "Tip", dateMade }: Props) {
  const who = reader === "customer" ? "You" : "The customer"
  return (
    <Card>
      <Receipt
        lines={[
          dateMade ? { label: "Date made", value: dateMade } : null,
          { label: "Confirmation", value: order.confirmation },
          { label: "Items", value: moneyText(order.itemsCents) },
          { label: "Tax", value: moneyText(order.taxCents) },
          order.deliveryCents > 0 ? { label: "Delivery", value: moneyText(order.deliveryCents) } : null,
          order.tipCents > 0 ? { label: tipLabel, value: moneyText(order.tipCents) } : null,
          { label: "Total", value: moneyText(order.totalCents), total: true },
          ...refunds.map((refund) => ({ label: "Refunded", value: moneyText(-refund.amountCents) })),
          refunds.length > 0
            ? { label: `${who} paid in the end`, value: moneyText(leftAfter(order, refunds)), total: true }
            : null,
        ]}
      />
      {order.status !== "cancelled" && <p className="soft space-above">All sales are final</p>}
    </Card>
  )
}
