import { useEffect, useRef } from "react"
import { useFetcher } from "react-router"
import { REPEATABLE_FIELD } from "#app/forms/repeatable-field.ts"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { Button } from "#app/ui/button.tsx"
import { plainField } from "#app/ui/field.tsx"
import { QuantitySelect } from "#app/ui/inputs.tsx"
import { toast } from "#app/ui/toast.ts"
import type { CartLine } from "#core/cart/view-cart.server.ts"
import { MAX_LINE_QUANTITY } from "#core/catalog/product.ts"

/** A change is sent when no other one follows for this long. */
const DEBOUNCE_MS = 300
const POST = { method: "post" } as const

/**
 * A line's quantity. A change sends itself; without JavaScript there is an Update button. What the server rejects is
 * told in a toast, and the selector goes back to what the cart holds.
 */
export function QuantityForm({ line }: { line: CartLine }) {
  const fetcher = useFetcher<FormAnswer | { quantity: number }>()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const send = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => form.current && fetcher.submit(changeIn(form.current), POST),
      DEBOUNCE_MS,
    )
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const answer = fetcher.data
  useEffect(() => {
    if (!answer || !("toast" in answer) || !answer.toast) return
    toast(answer.toast.text, answer.toast.kind)
    const shown = form.current?.querySelector("select")
    if (shown) shown.value = String(line.quantity)
  }, [answer, line.quantity])
  return (
    <fetcher.Form method="post" ref={form} data-needs-js>
      <input type="hidden" name="lineId" value={line.id} />
      <input type="hidden" name={REPEATABLE_FIELD} value="yes" />
      <QuantitySelect
        key={line.quantity}
        field={plainField("quantity", { id: `quantity-${line.id}`, defaultValue: String(line.quantity) })}
        label="Quantity"
        max={Math.max(Math.min(MAX_LINE_QUANTITY, line.available), line.quantity)}
        onChange={send}
        aria-busy={fetcher.state !== "idle" || undefined}
      />
      <noscript>
        <Button small kind="plain" name="intent" value="update">
          Update
        </Button>
      </noscript>
    </fetcher.Form>
  )
}

/** What the selector sends by itself is answered in place; the button of a page without JavaScript leads on. */
function changeIn(form: HTMLFormElement): FormData {
  const sent = new FormData(form)
  sent.set("intent", "change")
  return sent
}
