import { useFetcher } from "react-router"
import { REPEATABLE_FIELD } from "#app/forms/repeatable-field.ts"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { needsJs } from "#app/page-protocol/attributes.ts"
import { Button } from "#app/ui/button.tsx"
import { Form, useSchemaForm } from "#app/ui/form.tsx"
import { Select } from "#app/ui/inputs.tsx"
import { proceedInput } from "#core/cart/cart.ts"
import type { CartEstimate } from "#core/cart/estimate.ts"
import type { CartView } from "#core/cart/view-cart.server.ts"

/**
 * The one form of the cart. Its fields stand all over the page and name it by its id, so that whatever button is pressed,
 * nothing that was typed or chosen is lost: with JavaScript, without it, and before it has come.
 */
export const CART_FORM = "proceed"

/** What an error summary calls a field of a line or of a market, which links to it. */
export const fieldId = (name: string) => `${CART_FORM}-${name}`

const CHOICES = [
  { value: "delivery", label: "Delivery" },
  { value: "pickup", label: "Pick up" },
]

export function useCartForm(cart: CartView, answer: FormAnswer | undefined) {
  return useSchemaForm(proceedInput, {
    id: CART_FORM,
    answer,
    defaultValue: { fulfilment: cart.fulfilment ?? "", quote: cart.quote },
  })
}

/** What several markets mean for the customer; nothing for one. */
function severalText(
  { fulfilment }: CartView,
  { markets, deliveries, to }: CartEstimate,
): string | undefined {
  const count = markets.length
  if (count < 2 || !fulfilment) return undefined
  if (fulfilment === "pickup") return `${count} markets to pick up at, one payment`
  return deliveries === count
    ? `${count} markets, ${count} deliveries, one payment`
    : `${deliveries || "None"} of ${count} markets can deliver${to ? ` to ${to}` : ""}`
}

type Props = { cart: CartView; estimate: CartEstimate; form: ReturnType<typeof useCartForm> }

/** What is wrong, and how the cart is to reach the customer: times and fees follow the choice. */
export function CartForm({ cart, estimate, form: [form, fields] }: Props) {
  const fetcher = useFetcher()
  return (
    <Form form={form} {...needsJs}>
      <input type="hidden" name="quote" value={cart.quote} />
      <Select
        field={fields.fulfilment}
        label="Delivery or Pick up"
        placeholder="How do you want it?"
        options={CHOICES}
        hint={severalText(cart, estimate)}
        // Not a navigation, during which Proceed Checkout could not be pressed. That carries the choice too.
        onChange={({ currentTarget: { value: fulfilment } }) =>
          fulfilment &&
          void fetcher.submit({ intent: "choose", fulfilment, [REPEATABLE_FIELD]: "yes" }, { method: "post" })
        }
      />
      <noscript>
        <Button small kind="plain" name="intent" value="show" formNoValidate>
          Show times and fees
        </Button>
      </noscript>
    </Form>
  )
}
