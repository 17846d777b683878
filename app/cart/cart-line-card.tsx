import { Form } from "react-router"
import { Button } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { moneyText, PriceTag } from "#app/ui/money.tsx"
import { Notice } from "#app/ui/states.tsx"
import { StoredImage } from "#app/ui/stored-image.tsx"
import type { CartLine } from "#core/cart/view-cart.server.ts"
import { QuantityForm } from "./quantity-form.tsx"

/** One thing in the cart, what happened to it since, and what can be done with it. */
export function CartLineCard({ line }: { line: CartLine }) {
  return (
    <Card as="li" className="cart-line">
      <StoredImage
        image={line.image}
        category={line.category}
        alt=""
        width={120}
        height={120}
        sizes="(min-width: 560px) 120px, 80px"
      />
      <div className="cart-line-words">
        <p className="soft">
          {line.category} · {line.section}
        </p>
        <h2>
          <a href={`/view-product?product=${line.productId}`}>{line.productName}</a>
        </h2>
        <p className="soft">{line.marketName}</p>
        {line.size && <p>Size {line.size}</p>}
        <p className="split-start">
          <PriceTag cents={line.priceCents} />
          {line.quantity > 1 && (
            <span className="soft">
              each · <span className="num">{moneyText(line.lineCents)}</span> in all
            </span>
          )}
        </p>
      </div>
      {line.problem && <Notice kind={line.problem.blocks ? "bad" : "warning"}>{line.problem.message}</Notice>}
      <div className="cart-line-foot">
        <QuantityForm line={line} />
        <Form method="post">
          <input type="hidden" name="lineId" value={line.id} />
          <input type="hidden" name="productId" value={line.productId} />
          <input type="hidden" name="size" value={line.size} />
          <input type="hidden" name="quantity" value={line.quantity} />
          <Button
            small
            kind="plain"
            name="intent"
            value="remove"
            aria-label={`Remove from the cart: ${line.productName}`}
          >
            Remove from the cart
          </Button>
        </Form>
      </div>
    </Card>
  )
}
