import "./tip.css"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { useTyped } from "#app/forms/use-typed.ts"
import { FieldError, plainField } from "#app/ui/field.tsx"
import { TextInput } from "#app/ui/inputs.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { choiceOf, MOST_TIP_TEXT, type Tip, type TipChoice } from "#core/cart/tip.ts"
import { toDollars } from "#core/money.ts"

type Props = {
  /** The id of the form to which the fields belong. */
  form: string
  legend: string
  tip: Tip
  /** The percentages, with what each comes to. */
  choices: readonly TipChoice[]
  /** How many markets deliver. */
  deliveries: number
  errors: Partial<Record<string, string[]>>
  /** What was sent and rejected. */
  sent: FormAnswer | undefined
  /** Another choice was made, or the field of the amount was left. */
  onChange?: () => void
}

/** The tip for the person who delivers: none, a percentage or an amount. The field for the amount shows with "Other". */
export function TipFields({ form, legend, tip, choices, deliveries, errors, sent, onChange }: Props) {
  const typed = useTyped()
  const rejected = sent?.lastResult.initialValue as Readonly<Record<string, string>> | undefined
  const given = typed ?? rejected
  const chosen = given?.tip ?? choiceOf(tip)
  const choice = plainField("tip", { id: `${form}-tip`, errors: errors.tip })
  const options = [
    { value: "0", label: "No tip", cents: null },
    ...choices.map(({ percent, cents }) => ({ value: String(percent), label: `${percent}%`, cents })),
    { value: "other", label: "Other", cents: null },
  ]
  return (
    <div className="tip">
      <fieldset id={choice.id}>
        <legend className="label">{legend}</legend>
        <p className="hint">
          <span>All of it goes to whoever delivers.</span>{" "}
          {deliveries > 1 && <span>Your deliveries share it.</span>}
        </p>
        <FieldError field={choice} />
        <div className="tip-choices">
          {options.map(({ value, label, cents }) => (
            <label className="tip-choice" key={value}>
              <input
                form={form}
                type="radio"
                name="tip"
                value={value}
                defaultChecked={chosen === value}
                onChange={onChange}
              />
              <span>
                <b>
                  <span>{label}</span>
                  {value === "other" && <span className="sr-only"> amount</span>}
                </b>{" "}
                {cents !== null && <span className="num">{moneyText(cents)}</span>}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <TextInput
        className="tip-amount"
        field={plainField("tipAmount", {
          id: `${form}-tipAmount`,
          defaultValue: given?.tipAmount ?? (tip.cents === null ? "" : toDollars(tip.cents).toFixed(2)),
          errors: errors.tipAmount,
        })}
        form={form}
        label="Tip in dollars"
        hint={`${deliveries > 1 ? "For all deliveries together, like 4.50." : "Like 4.50."} ${MOST_TIP_TEXT}`}
        inputMode="decimal"
        onBlur={onChange}
        autoComplete="off"
      />
    </div>
  )
}
