import { Card, Receipt } from "#app/ui/card.tsx"
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
    totalCents: Cents
    confirmation: string
  }
  /** Completed and pending refunds to the customer. */
  refunds?: readonly { id: string; amountCents: Cents }[]
  reader: "customer" | "seller" | "admin"
}

/** The payment as a receipt, and its refunds. */
export function OrderMoney({ order, refunds = [], reader }: Props) {
  const who = reader === "customer" ? "You" : "The customer"
  return (
    <Card>
      <Receipt
        lines={[
          { label: "Confirmation", value: order.confirmation },
          { label: "Items", value: moneyText(order.itemsCents) },
          { label: "Tax", value: moneyText(order.taxCents) },
          order.deliveryCents > 0 ? { label: "Delivery", value: moneyText(order.deliveryCents) } : null,
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
