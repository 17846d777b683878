import type { FormAnswer } from "#app/forms/submit-form.ts"
import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { Select } from "#app/ui/inputs.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { Notice } from "#app/ui/states.tsx"
import { proceedInput } from "#core/cart/inputs.ts"
import type { CartView } from "#core/cart/view-cart.server.ts"

const CHOICES = [
  { value: "delivery", label: "Delivery" },
  { value: "pickup", label: "Pick up" },
]

/** The total, how it is to reach the customer, and on to checkout. */
export function ProceedForm({ cart, answer }: { cart: CartView; answer: FormAnswer | undefined }) {
  const [form, fields] = useSchemaForm(proceedInput, {
    id: "proceed",
    answer,
    defaultValue: { fulfilment: cart.fulfilment ?? "", quote: cart.quote },
  })
  return (
    <Form form={form}>
      <p className="checkout-total">
        <span>Total: </span>
        <span>{moneyText(cart.totalCents)}</span>
      </p>
      <p className="soft">Tax and delivery are added on the next pages.</p>
      {cart.limit && <Notice kind="bad">{cart.limit}</Notice>}
      <input type="hidden" name="intent" value="proceed" />
      <input type="hidden" name="quote" value={cart.quote} />
      <Select
        field={fields.fulfilment}
        label="Delivery or Pick up"
        placeholder="How do you want it?"
        options={CHOICES}
      />
      <SubmitButton wide>Proceed Checkout</SubmitButton>
    </Form>
  )
}
