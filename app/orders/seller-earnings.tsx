import { Card, Receipt } from "#app/ui/card.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { add } from "#core/money.ts"
import type { EarningLine } from "#core/orders/view-seller-order.server.ts"
import type { EntryKind } from "#core/payments/ledger.ts"

const WORDS: Partial<Record<EntryKind, string>> = {
  sale: "Your items",
  delivery: "Delivery",
  tip: "Tip",
  processor_fee: "Card processing fee",
  platform_fee: "Platform fee",
  refund: "Refunded",
  chargeback: "Taken back by the customer's bank",
}
const ORDER = Object.keys(WORDS) as EntryKind[]

/**
 * What a seller earns from an order, line by line as in the ledger. Not printed, because the printout goes to the
 * customer.
 */
export function SellerEarnings({ earnings }: { earnings: EarningLine[] }) {
  const sorted = earnings.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
  const total = add(...earnings.map((line) => line.amountCents))
  return (
    <Card className="stack no-print">
      <h2>Your earnings</h2>
      <Receipt
        lines={[
          ...sorted.map(({ kind, amountCents }) => ({
            label: WORDS[kind] ?? kind,
            value: moneyText(amountCents),
          })),
          { label: "Total", value: moneyText(total), total: true },
        ]}
      />
    </Card>
  )
}
