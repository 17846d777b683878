import type { ReactNode } from "react"
import { Form } from "react-router"
import { Button } from "#app/ui/button.tsx"
import { Money } from "#app/ui/money.tsx"
import { Notice } from "#app/ui/states.tsx"
import { StoredImage } from "#app/ui/stored-image.tsx"
import type { CartLine as Line } from "#core/cart/view-cart.server.ts"
import type { Cents } from "#core/money.ts"
import { QuantityField } from "./quantity-field.tsx"

/** One thing in the cart, what happened to it since, and what can be done with it. */
export function CartLine({ line, errors }: { line: Line; errors: string[] | undefined }) {
  const { problem, productName } = line
  return (
    <li className="cart-line">
      <LineHead line={line} cents={line.lineCents}>
        <p className="soft">
          {`${line.category} · ${line.section}${line.size ? ` · Size ${line.size}` : ""}`}
        </p>
        <p className="soft">
          <Money cents={line.priceCents} /> each
        </p>
      </LineHead>
      {/* What is true of its whole market is said there, once. */}
      {problem && problem.kind !== "market_closed" && (
        <Notice kind={problem.blocks ? "bad" : "warning"}>{problem.message}</Notice>
      )}
      <div className="cart-line-foot">
        <QuantityField line={line} errors={errors} />
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

type HeadProps = {
  line: Pick<Line, "productId" | "productName" | "category" | "image">
  /** What the line costs. */
  cents: Cents
  children: ReactNode
}

/** The head of a line, of the cart and of what is saved for later: its image, its name, what it is, and what it costs. */
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
      <p className="cart-line-sum">
        <Money cents={cents} />
      </p>
    </>
  )
}
