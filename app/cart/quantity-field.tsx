import { useEffect, useRef } from "react"
import { useFetcher } from "react-router"
import { REPEATABLE_FIELD } from "#app/forms/repeatable-field.ts"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { Button } from "#app/ui/button.tsx"
import { plainField } from "#app/ui/field.tsx"
import { QuantitySelect } from "#app/ui/inputs.tsx"
import { toast } from "#app/ui/toast.ts"
import { MAX_UNITS_AT_ONCE } from "#core/cart/cart-limits.ts"
import type { CartLine } from "#core/cart/view-cart.server.ts"
import { CART_FORM, fieldId } from "./cart-form.tsx"

/** A change is submitted if no other one follows for this long. */
const DEBOUNCE_MS = 300
const POST = { method: "post" } as const

/**
 * A line's quantity. A change submits itself; without JavaScript there is an Update button. Proceed Checkout sends it
 * too, however soon it is pressed. If the server rejects it, a toast says so and the selector shows the quantity in the
 * cart again.
 */
export function QuantityField({ line, errors }: { line: CartLine; errors: string[] | undefined }) {
  const fetcher = useFetcher<FormAnswer | { quantity: number }>()
  const part = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const name = `quantities.${line.id}`
  const send = (quantity: string) => {
    clearTimeout(timer.current)
    const change = { intent: "change", lineId: line.id, quantity, [REPEATABLE_FIELD]: "yes" }
    timer.current = setTimeout(() => void fetcher.submit(change, POST), DEBOUNCE_MS)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const answer = fetcher.data
  useEffect(() => {
    if (!answer || !("toast" in answer) || !answer.toast) return
    toast(answer.toast.text, answer.toast.kind)
    const shown = part.current?.querySelector("select")
    if (shown) shown.value = String(line.quantity)
  }, [answer, line.quantity])
  return (
    <div ref={part} className="cart-quantity">
      <QuantitySelect
        key={line.quantity}
        form={CART_FORM}
        field={plainField(name, { id: fieldId(name), defaultValue: String(line.quantity), errors })}
        label="Quantity"
        aria-label={`Quantity: ${line.productName}${line.size ? `, size ${line.size}` : ""}`}
        max={Math.max(Math.min(MAX_UNITS_AT_ONCE, line.available), line.quantity)}
        onChange={({ currentTarget: { value } }) => send(value)}
        aria-busy={fetcher.state !== "idle" || undefined}
      />
      <noscript>
        <Button small kind="plain" form={CART_FORM} name="intent" value="update" formNoValidate>
          Update
        </Button>
      </noscript>
    </div>
  )
}
