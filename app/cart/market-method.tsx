import { useAutosave } from "#app/forms/use-autosave.ts"
import { Button } from "#app/ui/button.tsx"
import { plainField } from "#app/ui/field.tsx"
import { Select } from "#app/ui/inputs.tsx"
import type { CartMarket } from "#core/cart/cart-market.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import { CART_FORM, CHOICES, fieldId, METHODS } from "./cart-form.tsx"

type Props = {
  market: CartMarket
  fulfilment: Fulfilment
  errors: Partial<Record<string, string[]>>
}

/**
 * Delivery or Pick up for one of several markets. Choosing submits it; without JavaScript there is a button. It is also
 * a field of the cart's form, so Proceed Checkout sends it, submitted or not.
 */
export function MarketMethod({ market: { id, name }, fulfilment, errors }: Props) {
  const field = `${METHODS}.${id}`
  // As for the time, whose windows depend on it.
  const { save, isSaving } = useAutosave({
    intent: "method",
    stored: { [field]: fulfilment },
    by: "navigation",
  })
  return (
    <div className="market-time">
      <Select
        field={plainField(field, { id: fieldId(field), defaultValue: fulfilment, errors: errors[field] })}
        form={CART_FORM}
        label={`${name}: delivery or pickup`}
        options={CHOICES}
        onChange={save}
        aria-busy={isSaving || undefined}
      />
      <noscript>
        <Button small kind="plain" form={CART_FORM} name="intent" value="method" formNoValidate>
          Show its times and fee
        </Button>
      </noscript>
    </div>
  )
}
