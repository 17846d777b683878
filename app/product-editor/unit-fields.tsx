import type { FieldLike } from "#app/ui/field.tsx"
import { Checkbox, Select, TextInput } from "#app/ui/inputs.tsx"
import { UNITS } from "#core/catalog/product.ts"

type Props = { unit: FieldLike; unitAmount: FieldLike; byWeight: FieldLike }

/** The unit and amount of the price; both may stay empty. */
export function UnitFields({ unit, unitAmount, byWeight }: Props) {
  return (
    <>
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
      <Checkbox
        field={byWeight}
        label="Priced by final weight"
        hint="You weigh it when you pack. The price shown is for the weight you state; the customer pays at most that."
      />
    </>
  )
}
