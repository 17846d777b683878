import { useEffect, useRef } from "react"
import { useFetcher } from "react-router"
import { REPEATABLE_FIELD } from "#app/forms/repeatable-field.ts"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { Button } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import type { CartEstimate } from "#core/cart/estimate.ts"
import { choiceOf, type Tip, tipAmountField } from "#core/cart/tip.ts"
import { CART_FORM } from "./cart-form.tsx"
import { TipFields } from "./tip-fields.tsx"

type Props = {
  tip: Tip
  estimate: CartEstimate
  deliveries: number
  errors: Partial<Record<string, string[]>>
  answer: FormAnswer | undefined
}

/**
 * The tip for all deliveries of the cart. Its fields belong to the cart's form, so Proceed Checkout sends them. A choice
 * saves itself, an amount once its field is left; without JavaScript there is a button.
 */
export function TipChoice({ tip, estimate, deliveries, errors, answer }: Props) {
  const fetcher = useFetcher<FormAnswer | null>()
  const sent = useRef("")

  const save = () => {
    const form = new FormData(document.forms.namedItem(CART_FORM) ?? undefined)
    const [choice, amount] = [String(form.get("tip") ?? ""), String(form.get("tipAmount") ?? "")]
    const isReady = choice !== "other" || Boolean(tipAmountField.safeParse(amount).data)
    if (!isReady || sent.current === `${choice} ${amount}`) return
    sent.current = `${choice} ${amount}`
    const values = { tip: choice, tipAmount: amount, intent: "ask", [REPEATABLE_FIELD]: "yes" }
    void fetcher.submit(values, { method: "post" })
  }

  // Another tab may have changed it; a choice in use is left alone.
  const stored = choiceOf(tip)
  const shown = useRef(stored)
  useEffect(() => {
    if (shown.current === stored) return
    shown.current = stored
    const radios = [...document.querySelectorAll<HTMLInputElement>(RADIOS)]
    if (radios.some((radio) => radio === document.activeElement)) return
    for (const radio of radios) radio.checked = radio.value === stored
  }, [stored])

  const rejected = fetcher.data?.lastResult?.error ?? {}
  return (
    <Card className="stack" aria-busy={fetcher.state !== "idle" || undefined}>
      <TipFields
        form={CART_FORM}
        legend="Tip"
        tip={tip}
        choices={estimate.tipChoices}
        deliveries={deliveries}
        errors={{
          tip: errors.tip ?? wordsOf(rejected.tip),
          tipAmount: errors.tipAmount ?? wordsOf(rejected.tipAmount),
        }}
        sent={answer}
        onChange={save}
      />
      <noscript>
        <Button small kind="plain" form={CART_FORM} name="intent" value="update" formNoValidate>
          Save tip
        </Button>
      </noscript>
    </Card>
  )
}

const wordsOf = (messages: string[] | null | undefined) => messages ?? undefined

const RADIOS = `input[type="radio"][name="tip"][form="${CART_FORM}"]`
