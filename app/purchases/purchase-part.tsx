import "./purchases.css"
import { Card, Pill, Receipt } from "#app/ui/card.tsx"
import { Link } from "#app/ui/link.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { amountText, finalWeightText, itemName } from "#core/catalog/product.ts"
import { times } from "#core/money.ts"
import { mapAddress } from "#core/places/map-address.ts"
import type { PurchasePart } from "#core/purchases/view-purchase.server.ts"
import type { QrCode } from "#core/qr-code.server.ts"
import { CodeCard } from "./code-card.tsx"

type Props = { part: PurchasePart & { qr: QrCode | null } }

/** One market's order on the receipt of a purchase: when, where, its state, its items, money and refunds. */
export function PurchasePartCard({ part }: Props) {
  const { id, number, market, lines, confirmation, refunds, deliverTo } = part
  const isCanceled = part.status === "cancelled"
  return (
    <Card as="article" className="stack purchase-part" aria-labelledby={`part-${number}`}>
      <div className="split">
        <div>
          <h2 id={`part-${number}`}>{market.name}</h2>
          <p className="soft">{`${market.address}, ${market.city}, ${market.state} ${market.zip} · ${market.phone}`}</p>
        </div>
        <Pill ground={isCanceled ? "blush" : "sage"}>{part.sentence}</Pill>
      </div>
      <div>
        <p>
          <Link className="text-link num" to={`/order?OrderID=${id}`}>{`Order ${number}`}</Link>{" "}
          <span>·</span> <span className="num">{confirmation}</span>
        </p>
        {part.timeNow && <p className="num">{part.timeNow}</p>}
        {deliverTo && <p>{`${deliverTo.address}, ${deliverTo.town}`}</p>}
        {part.qr && (
          <p className="no-print">
            <a className="text-link" href={mapAddress(market)} target="_blank" rel="noreferrer">
              Directions to the market
            </a>
          </p>
        )}
      </div>
      <table className="part-lines">
        <caption className="sr-only">{`Items of order ${number}`}</caption>
        <thead>
          <tr>
            <th scope="col">Qty</th>
            <th scope="col">Item</th>
            <th scope="col" className="figure part-price">
              Price
            </th>
            <th scope="col" className="figure">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td className="num">{line.quantity}</td>
              <td>
                <span>{itemName(line)}</span>
                {line.byWeight && (
                  <>
                    <br />
                    <span className="soft">{finalWeightText(line)}</span>
                  </>
                )}
              </td>
              <td className="figure part-price num">{moneyText(line.unitPriceCents)}</td>
              <td className="figure num">{amountText(times(line.unitPriceCents, line.quantity), line)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Receipt
        lines={[
          { label: "Tax", value: moneyText(part.taxCents) },
          part.deliveryCents > 0 ? { label: "Delivery", value: moneyText(part.deliveryCents) } : null,
          part.tipCents > 0 ? { label: "Tip", value: moneyText(part.tipCents) } : null,
          { label: "Paid for this order", value: moneyText(part.totalCents), total: true },
          ...refunds.map(({ reason, amountCents }) => ({
            label: reason ? `Refunded: ${reason}` : "Refunded",
            value: moneyText(-amountCents),
          })),
        ]}
      />
      {part.qr && <CodeCard number={number} confirmation={confirmation} qr={part.qr} />}
    </Card>
  )
}
