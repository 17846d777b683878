import { needsJs } from "#app/page-protocol/attributes.ts"
import { controlProps, Field, type FieldLike } from "#app/ui/field.tsx"
import { Icon } from "#app/ui/icon.tsx"

type Props = {
  field: FieldLike
  quantity: number
  /** The largest quantity that can be bought. */
  max: number
  onChange: (quantity: number) => void
  /** Shown when `max` is chosen: why no more are available. */
  limitText: string
}

/** A select from 1 to `max`, with − and + buttons if there is JavaScript. */
export function QuantityStepper({ field, quantity, max, onChange, limitText }: Props) {
  const step = (by: number) => onChange(quantity + by)
  return (
    <Field field={field} label="Quantity" className="quantity">
      <div className="quantity-stepper" {...needsJs}>
        <StepButton icon="minus" label="One less" isOff={quantity <= 1} onClick={() => step(-1)} />
        <select
          className="input num"
          value={String(quantity)}
          onChange={(event) => onChange(Number(event.currentTarget.value))}
          {...controlProps(field, undefined)}
        >
          {Array.from({ length: max }, (_, index) => (
            // Its text is its value.
            // biome-ignore lint/suspicious/noArrayIndexKey: numbers in their order
            <option key={index}>{index + 1}</option>
          ))}
        </select>
        <StepButton icon="plus" label="One more" isOff={quantity >= max} onClick={() => step(1)} />
      </div>
      <p className="hint" aria-live="polite">
        {quantity >= max && limitText}
      </p>
    </Field>
  )
}

type StepProps = { icon: "minus" | "plus"; label: string; isOff: boolean; onClick: () => void }

/** A disabled button keeps the focus, so that stepping to the end by keyboard does not lose it. */
function StepButton({ icon, label, isOff, onClick }: StepProps) {
  return (
    <button
      type="button"
      className="js-only"
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={() => {
        if (!isOff) onClick()
      }}
    >
      <Icon name={icon} />
    </button>
  )
}
