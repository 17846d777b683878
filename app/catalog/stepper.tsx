import { type FormEvent, useRef } from "react"
import { Form, useFetchers, useSubmit } from "react-router"
import { newKey } from "#app/forms/idempotency-field.ts"
import { IN_PLACE_FIELD } from "#app/forms/in-place.ts"
import { ReturnField } from "#app/forms/return-field.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { MAX_UNITS_AT_ONCE } from "#core/cart/cart-limits.ts"
import type { ProductCard } from "#core/catalog/product-queries.server.ts"

type Props = {
  product: Pick<ProductCard, "id" | "name" | "stock">
  /** The product's line in the cart. */
  line: { id: string; quantity: number } | undefined
  /** The id of the element to scroll to after the form was submitted without JavaScript. */
  at: string
}

const ADD = "/add-to-cart"
const SET = "/set-quantity"

/**
 * A product's + and − buttons, which change the cart without leaving the page. After hydration the number changes
 * immediately, and each press sends its own request; no request cancels another.
 */
export function Stepper({ product, line, at }: Props) {
  const { id, name, stock } = product
  const submit = useSubmit()
  const plus = useRef<HTMLButtonElement>(null)
  const quantity = useQuantity(id, line)
  const isFull = quantity >= Math.min(stock, MAX_UNITS_AT_ONCE)
  const sendInPlace = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    form.set(IN_PLACE_FIELD, "yes")
    void submit(form, {
      method: "post",
      action: event.currentTarget.getAttribute("action") ?? ADD,
      navigate: false,
      fetcherKey: newKey(),
    })
    // The − button disappears with the last item, so keyboard focus moves to the + button.
    if (form.get("quantity") === "0") plus.current?.focus()
  }
  return (
    <div className={quantity > 0 ? "stepper stepper-on" : "stepper"}>
      {quantity > 0 && (
        <>
          {line && (
            <Form method="post" action={SET} replace preventScrollReset onSubmit={sendInPlace}>
              <input type="hidden" name="lineId" value={line.id} />
              <input type="hidden" name="productId" value={id} />
              <input type="hidden" name="quantity" value={quantity - 1} />
              <ReturnField at={at} />
              <button
                type="submit"
                aria-label={quantity === 1 ? `Remove from the cart: ${name}` : `One less: ${name}`}
              >
                <Icon name={quantity === 1 ? "trash" : "minus"} />
              </button>
            </Form>
          )}
          <output>
            <span>{quantity}</span>
            <span className="sr-only"> in your cart</span>
          </output>
        </>
      )}
      <Form method="post" action={ADD} replace preventScrollReset onSubmit={sendInPlace}>
        <input type="hidden" name="productId" value={id} />
        <input type="hidden" name="quantity" value="1" />
        <ReturnField at={at} />
        <button ref={plus} type="submit" aria-label={`Add to the cart: ${name}`} disabled={isFull}>
          <Icon name="plus" />
        </button>
      </Form>
    </div>
  )
}

/** The quantity in the cart after all pending presses. */
function useQuantity(productId: string, line: Props["line"]): number {
  return useFetchers().reduce((quantity, { formAction, formData }) => {
    if (formData?.get("productId") !== productId) return quantity
    if (formAction === SET) return Number(formData.get("quantity"))
    return formAction === ADD ? quantity + 1 : quantity
  }, line?.quantity ?? 0)
}
