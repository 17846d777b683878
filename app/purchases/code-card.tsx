import "./purchases.css"
import type { QrCode } from "#core/qr-code.server.ts"

/** Modules of white around a QR code, without which scanners do not find it. */
const QUIET = 4

type Props = { number: number; confirmation: string; qr: QrCode }

/** The confirmation code that the customer shows at the market, as text and as a QR code. */
export function CodeCard({ number, confirmation, qr }: Props) {
  const side = qr.size + 2 * QUIET
  return (
    <div className="code-card">
      <svg
        className="code-qr"
        viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
        role="img"
        aria-label={`QR code of the confirmation of order ${number}`}
        shapeRendering="crispEdges"
      >
        <path d={qr.path} />
      </svg>
      <p>
        <span>Show this at the market</span>
        <b className="display num code-text">{confirmation}</b>
      </p>
    </div>
  )
}
