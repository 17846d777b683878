import { OrderNoteText } from "#app/orders/order-note.tsx"
import { Card } from "#app/ui/card.tsx"
import { Link } from "#app/ui/link.tsx"
import { StoredImage } from "#app/ui/stored-image.tsx"
import { quantityText } from "#core/catalog/product.ts"
import {
  byProduct,
  checkOffOf,
  type PickOrder,
  type PickProduct,
  pickName,
  pickText,
} from "#core/orders/pick-list.ts"
import { CheckOffBox } from "./check-off.tsx"

type Props = {
  orders: PickOrder[]
  /** Whether all orders are due on one day, which the page's heading names. */
  isOneDay: boolean
}

/** How much to pick of each product, and for whom; below it the notes of the orders. */
export function PickByProduct({ orders, isOneDay }: Props) {
  const withNote = orders.filter(({ note, replacement }) => note || replacement)
  return (
    <>
      {byProduct(orders).map(({ category, products }) => (
        <section key={category} className="pick-category" aria-label={category}>
          <h3>{category}</h3>
          <ul className="pick-products">
            {products.map((product) => (
              <Product key={product.key} product={product} isOneDay={isOneDay} />
            ))}
          </ul>
        </section>
      ))}
      {withNote.length > 0 && (
        <Card className="stack" aria-labelledby="pick-notes">
          <h3 id="pick-notes">Notes</h3>
          <ul className="stack">
            {withNote.map((order) => (
              <li key={order.id}>
                <p>
                  <b>{order.firstName}</b> <span className="soft num">{`Order ${order.number}`}</span>
                </p>
                <OrderNoteText order={order} reader="seller" />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

function Product({ product, isOneDay }: { product: PickProduct; isOneDay: boolean }) {
  const { total, picked, imageContainer, imageName } = product
  const image = imageContainer && imageName ? { container: imageContainer, name: imageName } : null
  const left = total - picked
  return (
    <li className={left === 0 ? "pick-product pick-done" : "pick-product"}>
      <CheckOffBox check={checkOffOf(product.takers)} label={pickText({ ...product, quantity: total })} />
      <p className="pick-quantity">
        <b className="num">{quantityText({ ...product, quantity: left || total })}</b>
        {picked > 0 && (
          <span className="soft num">{left === 0 ? "picked" : `${picked} of ${total} picked`}</span>
        )}
      </p>
      <StoredImage
        image={image}
        category={product.category}
        alt=""
        width={44}
        height={44}
        className="no-print"
      />
      <div>
        <h4>{pickName(product)}</h4>
        <p className="soft">{product.section}</p>
      </div>
      <ul className="pick-takers" aria-label={`For whom: ${pickName(product)}`}>
        {product.takers.map((taker) => (
          <Taker key={taker.id} taker={taker} isOneDay={isOneDay} />
        ))}
      </ul>
    </li>
  )
}

function Taker({ taker, isOneDay }: { taker: PickProduct["takers"][number]; isOneDay: boolean }) {
  const { quantity, firstName, number, due, dueTime, isPicked, byWeight, isWaiting, orderId } = taker
  const order = `/pack-order?OrderDetails=${orderId}`
  return (
    <li className={isPicked ? "soft" : undefined}>
      <b className="num">{quantity}</b> <span>{firstName}</span>{" "}
      <span className="soft num">{`${number}, ${isOneDay ? dueTime : due}${isPicked ? ", picked" : ""}`}</span>
      {byWeight && !isPicked && (
        <Link className="text-link no-print" to={order}>
          {`Weigh it for ${firstName}`}
        </Link>
      )}
      {isWaiting && (
        <Link className="text-link no-print" to={order}>
          {`Waiting for ${firstName}'s answer`}
        </Link>
      )}
    </li>
  )
}
