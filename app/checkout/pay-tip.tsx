import { TipFields } from "#app/cart/tip-fields.tsx"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { Button } from "#app/ui/button.tsx"
import { Form, useSchemaForm } from "#app/ui/form.tsx"
import { changeTipInput, type Tip, type TipChoice } from "#core/cart/tip.ts"

export const TIP_INTENT = "tip"

/** Whether the page's answer is about the tip. */
export const isAboutTip = (answer: FormAnswer | undefined): boolean =>
  answer?.lastResult.initialValue?.intent === TIP_INTENT

type Props = {
  tip: Tip
  choices: readonly TipChoice[]
  deliveries: number
  answer: FormAnswer | undefined
}

/** Changes the tip of the checkout under way, below the receipt that shows it. */
export function PayTip({ tip, choices, deliveries, answer }: Props) {
  const [form] = useSchemaForm(changeTipInput, { id: "tip-form", answer, keepsTyped: true })
  const hasTip = tip.percent !== null || tip.cents !== null
  return (
    <details className="pay-tip" open={answer ? true : undefined}>
      <summary className="text-link">{hasTip ? "Change the tip" : "Add a tip"}</summary>
      <Form form={form}>
        <TipFields
          form={form.id}
          legend="Tip"
          tip={tip}
          choices={choices}
          deliveries={deliveries}
          errors={form.allErrors}
          sent={answer}
        />
        <Button kind="plain" small name="intent" value={TIP_INTENT}>
          Save tip
        </Button>
      </Form>
    </details>
  )
}
