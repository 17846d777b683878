import { STATE_CODES } from "#core/places/states.ts"
import type { FieldLike } from "../ui/field.tsx"
import { Select, TextInput, ZipInput } from "../ui/inputs.tsx"

type Props = { fields: { city: FieldLike; state: FieldLike; zip: FieldLike } }

/** Where a seller's market or a deliverer is. */
export function PlaceFields({ fields }: Props) {
  return (
    <>
      <TextInput field={fields.city} label="City" autoComplete="address-level2" />
      <div className="columns">
        <Select
          field={fields.state}
          label="State"
          placeholder="What state?"
          options={STATE_CODES}
          autoComplete="address-level1"
        />
        <ZipInput field={fields.zip} label="Zip" />
      </div>
    </>
  )
}
