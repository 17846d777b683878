import { useTyped } from "#app/forms/use-typed.ts"
import { Button } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { FieldError, plainField } from "#app/ui/field.tsx"
import { TextInput } from "#app/ui/inputs.tsx"
import { TIP_PERCENTS, type Tip } from "#core/cart/tip.ts"
import { CART_FORM, fieldId } from "./cart-form.tsx"

const CHOICES = [
  ...TIP_PERCENTS.map((percent) => [String(percent), percent === 0 ? "No tip" : `${percent}%`] as const),
  ["other", "Another amount"] as const,
]

type Props = { tip: Tip; markets: number; errors: Partial<Record<string, string[]>> }

/** The tip for all deliveries of the cart. Its fields belong to the cart's form, so Proceed Checkout sends them. */
export function TipChoice({ tip, markets, errors }: Props) {
  const typed = useTyped()
  const stored = tip.cents === null ? String(tip.percent ?? 0) : "other"
  const chosen = typed?.tip ?? stored
  const choice = plainField("tip", { id: fieldId("tip"), errors: errors.tip })
  return (
    <Card className="stack">
      <fieldset className="tip-choice" id={choice.id}>
        <legend className="label">Tip</legend>
        <p className="soft">
          {`All of it goes to the person who delivers. It is ${markets === 1 ? "" : "shared by your markets' deliveries, "}untaxed and at most $100.00 for each market.`}
        </p>
        <FieldError field={choice} />
        <div className="tip-choices">
          {CHOICES.map(([value, label]) => (
            <label className="check" key={value}>
              <input
                form={CART_FORM}
                type="radio"
                name="tip"
                value={value}
                defaultChecked={chosen === value}
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <TextInput
        field={plainField("tipAmount", {
          id: fieldId("tipAmount"),
          defaultValue: typed?.tipAmount ?? (tip.cents === null ? "" : (tip.cents / 100).toFixed(2)),
          errors: errors.tipAmount,
        })}
        form={CART_FORM}
        label="Another amount"
        hint="For all deliveries together, like 4.50."
        inputMode="decimal"
        optional
      />
      <Button small kind="plain" form={CART_FORM} name="intent" value="update" formNoValidate>
        Save tip
      </Button>
    </Card>
  )
}
