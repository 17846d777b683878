import "./purchases.css"
import { QrImage } from "#app/ui/qr-image.tsx"
import type { QrCode } from "#core/qr-code.server.ts"

type Props = { number: number; confirmation: string; qr: QrCode }

/** The confirmation code that the customer shows at the market, as text and as a QR code. */
export function CodeCard({ number, confirmation, qr }: Props) {
  return (
    <div className="purchase-code">
      <QrImage
        className="purchase-code-qr"
        qr={qr}
        label={`QR code of the confirmation of order ${number}`}
      />
      <p>
        <span>Show this at the market</span>
        <b className="display num purchase-code-text">{confirmation}</b>
      </p>
    </div>
  )
}
