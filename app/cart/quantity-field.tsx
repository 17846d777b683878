import { useEffect, useEffectEvent } from "react"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { useAutosave } from "#app/forms/use-autosave.ts"
import type { Toast } from "#app/page-protocol/events.ts"
import { Button } from "#app/ui/button.tsx"
import { plainField } from "#app/ui/field.tsx"
import { QuantitySelect } from "#app/ui/inputs.tsx"
import { toast } from "#app/ui/toast.ts"
import { MAX_UNITS_AT_ONCE } from "#core/cart/cart-limits.ts"
import type { CartLine } from "#core/cart/view-cart.server.ts"
import { CART_FORM, fieldId } from "./cart-form.tsx"

/** A change is submitted when no other change follows within this time. */
const DEBOUNCE_MS = 300

/**
 * A line's quantity. A change submits itself; without JavaScript there is an Update button. Proceed Checkout sends it
 * too, however soon it is pressed. If the server rejects it, a toast shows the reason and the selector goes back to the
 * quantity in the cart.
 */
export function QuantityField({ line, errors }: { line: CartLine; errors: string[] | undefined }) {
  const name = `quantities.${line.id}`
  const { saveSoon, showStored, isSaving, answer } = useAutosave<FormAnswer | { quantity: number }>({
    intent: "change",
    stored: { [name]: String(line.quantity) },
    debounceMs: DEBOUNCE_MS,
    toSubmit: ({ [name]: quantity = "" }) => ({ lineId: line.id, quantity }),
  })
  const onRejected = useEffectEvent(({ text, kind }: Toast) => {
    toast(text, kind)
    showStored()
  })
  useEffect(() => {
    if (answer && "toast" in answer && answer.toast) onRejected(answer.toast)
  }, [answer])
  return (
    <div className="cart-quantity">
      <QuantitySelect
        key={line.quantity}
        form={CART_FORM}
        field={plainField(name, { id: fieldId(name), defaultValue: String(line.quantity), errors })}
        label="Quantity"
        aria-label={`Quantity: ${line.productName}${line.size ? `, size ${line.size}` : ""}`}
        max={Math.max(Math.min(MAX_UNITS_AT_ONCE, line.available), line.quantity)}
        onChange={saveSoon}
        aria-busy={isSaving || undefined}
      />
      <noscript>
        <Button small kind="plain" form={CART_FORM} name="intent" value="update" formNoValidate>
          Update
        </Button>
      </noscript>
    </div>
  )
}
