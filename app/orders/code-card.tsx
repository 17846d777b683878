import "./customer-order.css"
import { Card } from "#app/ui/card.tsx"
import { QrImage } from "#app/ui/qr-image.tsx"
import type { Fulfilment } from "#core/orders/statuses.ts"
import type { QrCode } from "#core/qr-code.server.ts"

type Props = { code: { text: string; qr: QrCode }; fulfilment: Fulfilment }

/** The confirmation code of an open order, large enough to be read or scanned from the customer's phone. */
export function CodeCard({ code, fulfilment }: Props) {
  return (
    <Card className="code-card">
      <h2 className="sr-only">Your code</h2>
      <QrImage qr={code.qr} label="QR code of your confirmation code" className="code-qr" />
      <p className="code-text num">{code.text}</p>
      <p>
        {fulfilment === "pickup"
          ? "Show this at the market, or say it."
          : "This code shows that the order is yours."}
      </p>
    </Card>
  )
}
