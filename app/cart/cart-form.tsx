import type { FormAnswer } from "#app/forms/submit-form.ts"
import { useAutosave } from "#app/forms/use-autosave.ts"
import { needsJs } from "#app/page-protocol/attributes.ts"
import { Button } from "#app/ui/button.tsx"
import { Form, useSchemaForm } from "#app/ui/form.tsx"
import { Select } from "#app/ui/inputs.tsx"
import { proceedInput } from "#core/cart/cart.ts"
import { type CartEstimate, deliveriesText } from "#core/cart/estimate.ts"
import type { CartView } from "#core/cart/view-cart.server.ts"
import { countText } from "#core/count-text.ts"

/**
 * The id of the cart's one form. Fields all over the page refer to it, so every button submits everything that was
 * typed or chosen: with JavaScript, without it, and before hydration.
 */
export const CART_FORM = "proceed"

/** The id of a field of a line or a market, which the error summary links to. */
export const fieldId = (name: string) => `${CART_FORM}-${name}`

/** The name of the fields that have each market's own choice. */
export const METHODS = "fulfilments"

export const CHOICES = [
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

/** A note on the number of orders and fees if the cart has several markets; null for one market. */
function severalText(
  { fulfilment }: CartView,
  { markets, deliveries, pickups, to }: CartEstimate,
): string | undefined {
  const count = markets.length
  const delivering = count - pickups
  if (count < 2 || !fulfilment) return undefined
  if (delivering === 0) return `${count} markets to pick up at, one payment`
  if (deliveries < delivering)
    return `${deliveries || "None"} of ${countText(delivering, "market")} can deliver${to ? ` to ${to}` : ""}`
  return pickups === 0
    ? `${count} markets, ${count} deliveries, one payment`
    : `${deliveriesText(deliveries)} and ${countText(pickups, "pickup")}, one payment`
}

type Props = { cart: CartView; estimate: CartEstimate; form: ReturnType<typeof useCartForm> }

/** The error summary, and the choice of pickup or delivery, on which times and fees depend. */
export function CartForm({ cart, estimate, form: [form, fields] }: Props) {
  const { save } = useAutosave({ intent: "choose", stored: { fulfilment: cart.fulfilment ?? "" } })
  return (
    <Form form={form} {...needsJs}>
      <input type="hidden" name="quote" value={cart.quote} />
      <Select
        field={fields.fulfilment}
        label="Delivery or Pick up"
        placeholder="How do you want it?"
        options={CHOICES}
        hint={severalText(cart, estimate)}
        // Proceed Checkout stays enabled while this is being submitted, and sends the choice too.
        onChange={({ currentTarget: { value } }) => {
          if (!value) return
          for (const method of document.querySelectorAll<HTMLSelectElement>(`select[name^="${METHODS}."]`))
            method.value = value
          save()
        }}
      />
      <noscript>
        <Button small kind="plain" name="intent" value="show" formNoValidate>
          Show times and fees
        </Button>
      </noscript>
    </Form>
  )
}
