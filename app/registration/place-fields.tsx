import type { FieldLike } from "#app/ui/field.tsx"
import { Select, TextInput, ZipInput } from "#app/ui/inputs.tsx"
import { STATE_CODES } from "#core/places/states.ts"

type Props = { fields: { city: FieldLike; state: FieldLike; zip: FieldLike } }

/** The address of a seller's market or of a courier. */
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
