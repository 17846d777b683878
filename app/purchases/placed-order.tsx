import "./purchases.css"
import { LinkButton } from "#app/ui/button.tsx"
import { Card, Pill } from "#app/ui/card.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { Money } from "#app/ui/money.tsx"
import { StoredImage } from "#app/ui/stored-image.tsx"
import { itemName } from "#core/catalog/product.ts"
import { mapAddress } from "#core/places/map-address.ts"
import type { PurchasePart } from "#core/purchases/view-purchase.server.ts"
import type { QrCode } from "#core/qr-code.server.ts"
import { CodeCard } from "./code-card.tsx"

/** The most images of items on a card; the names below are complete. */
const MOST_IMAGES = 6

type Part = Omit<PurchasePart, "refunds"> & { qr: QrCode | null }

/** One market's part of a purchase just paid: when, where, the code, the items, and the way to the order. */
export function PlacedOrder({ part, isOnly }: { part: Part; isOnly: boolean }) {
  const { id, number, fulfilment, market, confirmation, lines } = part
  const isPickup = fulfilment === "pickup"
  return (
    <Card as="article" className="placed-order" aria-labelledby={`order-${number}`}>
      <div className="placed-facts">
        <div className="split">
          <Pill ground={isPickup ? "sage" : "sky"}>
            <Icon name={isPickup ? "bag" : "bike"} width="16" height="16" />
            <span>{isPickup ? "Pickup" : "Delivery"}</span>
          </Pill>
          <span className="soft num">{`Order ${number}`}</span>
        </div>
        <h2 id={`order-${number}`}>{part.isOpen ? part.when : part.sentence}</h2>
        <p>
          <b>{market.name}</b>
        </p>
        <Where part={part} />
        {part.isOpen && !part.qr && (
          <p className="placed-fact">
            <Icon name="key" />
            <span>
              <span>Confirmation</span> <b className="num">{confirmation}</b>
            </span>
          </p>
        )}
        <div className="placed-items">
          <div className="split">
            <span className="placed-images">
              {lines.slice(0, MOST_IMAGES).map(({ id: lineId, image, category }) => (
                <StoredImage key={lineId} image={image} category={category} alt="" width={44} height={44} />
              ))}
            </span>
            <b>
              <Money cents={part.totalCents} />
            </b>
          </div>
          <p>{lines.map(lineText).join(", ")}</p>
        </div>
      </div>
      <div className="placed-next">
        <LinkButton wide to={`/order?OrderID=${id}`}>
          <span>View my order</span>
          {!isOnly && <span className="sr-only num">{` ${number}`}</span>}
        </LinkButton>
        <div className="placed-links">
          {isPickup && (
            <a className="btn btn-plain" href={mapAddress(market)} target="_blank" rel="noreferrer">
              <Icon name="directions" />
              <span>Directions</span>
              <span className="sr-only">{` to ${market.name}`}</span>
            </a>
          )}
          {part.isOpen && (
            <a className="btn btn-plain" href={`/order-calendar?OrderID=${id}`}>
              <Icon name="calendar" />
              <span>Add to calendar</span>
              {!isOnly && <span className="sr-only num">{`: order ${number}`}</span>}
            </a>
          )}
        </div>
        {part.qr && <CodeCard number={number} confirmation={confirmation} qr={part.qr} />}
      </div>
    </Card>
  )
}

function Where({ part: { deliverTo, market } }: { part: Part }) {
  const lines = deliverTo
    ? [deliverTo.address, deliverTo.town]
    : [market.address, `${market.city}, ${market.state} ${market.zip}`]
  return (
    <p className="placed-fact">
      <Icon name={deliverTo ? "house" : "pin"} />
      <span>
        <span>{lines[0]}</span>
        <br />
        <span className="soft">{lines[1]}</span>
      </span>
    </p>
  )
}

/** "2 Baby Spinach, 10 oz"; one of an item has no number. */
function lineText({ quantity, ...line }: PurchasePart["lines"][number]): string {
  return quantity === 1 ? itemName(line) : `${quantity} ${itemName(line)}`
}
