import type { QrCode } from "#core/qr-code.server.ts"

/** Modules of white around a QR code, without which scanners do not find it. */
const QUIET = 4

/** A QR code with its white margin; `label` is what a screen reader says. */
export function QrImage({ qr, label, className }: { qr: QrCode; label: string; className: string }) {
  const side = qr.size + 2 * QUIET
  return (
    <svg
      className={className}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={qr.path} />
    </svg>
  )
}
