import type { FieldLike } from "#app/ui/field.tsx"
import { Select, TextInput } from "#app/ui/inputs.tsx"
import { UNITS } from "#core/catalog/product.ts"

/** The unit and amount of the price; both may stay empty. */
export function UnitFields({ unit, unitAmount }: { unit: FieldLike; unitAmount: FieldLike }) {
  return (
    <div className="columns">
      <Select field={unit} label="Unit" optional placeholder="No unit" options={UNITS} />
      <TextInput
        field={unitAmount}
        label="Amount"
        optional
        hint="How many units the price is for, like 12 for a 12 oz jar."
        inputMode="decimal"
        autoComplete="off"
      />
    </div>
  )
}
