import { Card, Receipt } from "#app/ui/card.tsx"
import { moneyText } from "#app/ui/money.tsx"
import type { Cents } from "#core/money.ts"

type Props = {
  order: { itemsCents: Cents; taxCents: Cents; deliveryCents: Cents; totalCents: Cents; confirmation: string }
}

/** What was paid, set like a receipt. */
export function OrderMoney({ order }: Props) {
  return (
    <Card>
      <Receipt
        lines={[
          { label: "Confirmation", value: order.confirmation },
          { label: "Items", value: moneyText(order.itemsCents) },
          { label: "Tax", value: moneyText(order.taxCents) },
          order.deliveryCents > 0 ? { label: "Delivery", value: moneyText(order.deliveryCents) } : null,
          { label: "Total", value: moneyText(order.totalCents), total: true },
        ]}
      />
      <p className="soft mt-3">All sales are final</p>
    </Card>
  )
}
