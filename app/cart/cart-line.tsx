import { Form } from "react-router"
import { Button } from "#app/ui/button.tsx"
import type { Elements } from "#app/ui/elements.ts"
import { Link } from "#app/ui/link.tsx"
import { Notice } from "#app/ui/states.tsx"
import { StoredImage } from "#app/ui/stored-image.tsx"
import { isBuyable } from "#core/cart/cart.ts"
import type { CartLine as Line } from "#core/cart/view-cart.server.ts"
import { amountText, priceEachText } from "#core/catalog/product.ts"
import type { Cents } from "#core/money.ts"
import { QuantityField } from "./quantity-field.tsx"

/** One line of the cart: its product, what has changed since it was added, and its actions. */
export function CartLine({ line, errors }: { line: Line; errors: string[] | undefined }) {
  const { problem, productName } = line
  const isSold = isBuyable(line)
  return (
    <li className="cart-line" id={lineId(line)}>
      <LineHead line={line} cents={isSold ? line.lineCents : null}>
        <p className="soft">
          {`${line.category} · ${line.section}${line.size ? ` · Size ${line.size}` : ""}`}
        </p>
        <p className="soft">
          <span className="num">{priceEachText(line.priceCents, line)}</span>
        </p>
      </LineHead>
      {/* Problems that affect the whole market are shown once, on the market's card. */}
      {problem && problem.kind !== "market_closed" && (
        <Notice kind={problem.blocks ? "bad" : "warning"}>
          <p>{problem.message}</p>
          {problem.kind === "held" && (
            <Link to="/shopping-cart" className="text-link" preventScrollReset>
              Check again
            </Link>
          )}
        </Notice>
      )}
      <div className="cart-line-foot">
        {isSold && <QuantityField line={line} errors={errors} />}
        <Form method="post" className="cart-line-ways">
          <input type="hidden" name="lineId" value={line.id} />
          <Button small kind="plain" name="intent" value="save" aria-label={`Save for later: ${productName}`}>
            Save for later
          </Button>
          <Button
            small
            kind="plain"
            name="intent"
            value="remove"
            aria-label={`Remove from the cart: ${productName}`}
          >
            Remove from the cart
          </Button>
        </Form>
      </div>
    </li>
  )
}

/** The id of a line's element. */
export const lineId = ({ id }: Pick<Line, "id">) => `line-${id}`

type HeadProps = {
  line: Pick<Line, "productId" | "productName" | "category" | "image" | "byWeight">
  /** The line's price; null if it can't be bought. */
  cents: Cents | null
  children: Elements
}

/** The top of a line, in the cart and in the saved items: image, name, size and price. */
export function LineHead({ line, cents, children }: HeadProps) {
  return (
    <>
      <StoredImage image={line.image} category={line.category} alt="" width={72} height={72} />
      <div className="cart-line-words">
        <h3>
          <a href={`/view-product?product=${line.productId}`}>{line.productName}</a>
        </h3>
        {children}
      </div>
      {cents !== null && (
        <p className="cart-line-sum">
          <span className="num">{amountText(cents, line)}</span>
        </p>
      )}
    </>
  )
}
