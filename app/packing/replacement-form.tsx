import type { FormAnswer } from "#app/forms/submit-form.ts"
import { LinkButton } from "#app/ui/button.tsx"
import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { Checkbox, Select, TextInput } from "#app/ui/inputs.tsx"
import { formatMoney } from "#core/money.ts"
import type { ReplacementChoices } from "#core/orders/list-replacements.server.ts"
import type { Replacement } from "#core/orders/order-note.ts"
import { offerReplacementInput } from "#core/orders/replacement.ts"
import { useReplaceAddress } from "./replace-link.tsx"

type Props = {
  line: { id: string; name: string }
  found: ReplacementChoices
  firstName: string
  replacement: Replacement | null
  answer: FormAnswer | undefined
}

/** Chooses what to offer the customer instead of what is missing of a line. */
export function ReplacementForm({ line, found, firstName, replacement, answer }: Props) {
  const back = useReplaceAddress(null)
  const isRejected = answer?.lastResult.initialValue?.intent === "offer-replacement"
  const [form, fields] = useSchemaForm(offerReplacementInput, {
    id: "replace",
    answer: isRejected ? answer : undefined,
    defaultValue: {
      lineId: line.id,
      missing: found.missing,
      quantity: Math.max(1, found.missing),
      stockToZero: true,
    },
  })
  if (found.choices.length === 0)
    return (
      <div className="stack">
        <p>{`Nothing that is in stock costs at most ${formatMoney(found.mostCents)}.`}</p>
        <LinkButton kind="plain" small to={back} preventScrollReset replace>
          Back
        </LinkButton>
      </div>
    )
  return (
    <Form form={form}>
      <input type="hidden" name="intent" value="offer-replacement" />
      <input type="hidden" name="lineId" value={line.id} />
      <input type="hidden" name="missing" value={found.missing} />
      <p>{`Instead of ${found.missing} × ${line.name}, for at most ${formatMoney(found.mostCents)} with tax.`}</p>
      <Select
        field={fields.variantId}
        label="Replace with"
        placeholder="Choose a product"
        options={found.choices.map(({ variantId, name, priceCents, stock }) => ({
          value: variantId,
          label: `${name}, ${formatMoney(priceCents)}, ${stock} in stock`,
        }))}
      />
      <TextInput field={fields.quantity} label="How many" inputMode="numeric" className="packing-bags" />
      <Checkbox field={fields.stockToZero} label={`Set the stock of ${line.name} to 0`} />
      <p className="soft">
        {replacement === "replace"
          ? `${firstName} has 15 minutes. No answer counts as yes, as ${firstName} wished.`
          : `${firstName} has 15 minutes. No answer counts as no.`}
      </p>
      <div className="split-start">
        <SubmitButton busy="Sending…">{`Offer it to ${firstName}`}</SubmitButton>
        <LinkButton kind="plain" to={back} preventScrollReset replace>
          Not now
        </LinkButton>
      </div>
    </Form>
  )
}
