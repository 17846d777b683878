import { QrImage } from "#app/ui/qr-image.tsx"
import type { BagLabel as Label } from "#core/orders/pick-list.ts"
import type { QrCode } from "#core/qr-code.server.ts"

/** A label of 2 × 4 inches for one bag of an order, with a QR code of the order's number. */
export function BagLabel({ label, marketName }: { label: Label & { qr: QrCode }; marketName: string }) {
  const { number, firstName, due, fulfilment, zip, bag, bags, qr } = label
  return (
    <li className="bag-label">
      <div className="bag-facts">
        <p className="bag-number num">{number}</p>
        <p className="bag-name">{firstName}</p>
        <p className="bag-due num">{due}</p>
        <p>{fulfilment === "pickup" ? "Pickup" : zip ? `Delivery to ${zip}` : "Delivery"}</p>
      </div>
      <QrImage qr={qr} label={`QR code of order ${number}`} className="bag-qr" />
      <p className="bag-foot">
        <b className="num">{`Bag ${bag} of ${bags}`}</b> <span>{marketName}</span>
      </p>
    </li>
  )
}
