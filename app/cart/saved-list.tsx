import { Form } from "react-router"
import { Button } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import type { SavedLine } from "#core/cart/saved-items.server.ts"
import { LineHead } from "./cart-line.tsx"

/** The saved items, below the cart; renders nothing if there are none. */
export function SavedList({ saved }: { saved: readonly SavedLine[] }) {
  if (saved.length === 0) return null
  return (
    <section className="stack" aria-labelledby="saved">
      <h2 id="saved">Saved for later</h2>
      <Card as="div">
        <ul>
          {saved.map((line) => (
            <SavedItem key={line.id} line={line} />
          ))}
        </ul>
      </Card>
    </section>
  )
}

function SavedItem({ line }: { line: SavedLine }) {
  const { productName } = line
  return (
    <li className="cart-line">
      <LineHead line={line} cents={line.priceCents}>
        <p className="soft">
          {line.marketName +
            (line.size ? ` · Size ${line.size}` : "") +
            (line.quantity > 1 ? ` · Quantity ${line.quantity}` : "")}
        </p>
        {line.unavailable && <p className="low">{line.unavailable}</p>}
      </LineHead>
      <Form method="post" className="cart-line-foot cart-line-ways" preventScrollReset>
        <input type="hidden" name="savedId" value={line.id} />
        {!line.unavailable && (
          <Button
            small
            kind="plain"
            name="intent"
            value="to-cart"
            aria-label={`Move to cart: ${productName}`}
          >
            Move to cart
          </Button>
        )}
        <Button
          small
          kind="plain"
          name="intent"
          value="unsave"
          aria-label={`Remove from saved: ${productName}`}
        >
          Remove
        </Button>
      </Form>
    </li>
  )
}
