import { type FieldLike, plainField } from "#app/ui/field.tsx"
import { Checkbox, Select, TextArea, TextInput, ZipInput } from "#app/ui/inputs.tsx"
import { NO_NUMBER_MESSAGE } from "#core/addresses/address-input.ts"
import { STATE_CODES, STATE_NAMES } from "#core/places/states.ts"

type Names = "firstName" | "lastName" | "address" | "addressOne" | "city" | "state" | "zip"
type Props = { fields: Record<Names, FieldLike>; group: "shipping" | "billing" }
type ShippingProps = { fields: Record<Names, FieldLike> & { hasNoNumber: FieldLike & { value?: unknown } } }

const STATES = STATE_CODES.map((code) => ({ value: code, label: `${code} — ${STATE_NAMES[code]}` }))

/** The shipping form's order: name, address, address 1, zip, city, state. */
export function ShippingFields({ fields }: ShippingProps) {
  const group = "shipping"
  const isAsked = fields.address.errors?.includes(NO_NUMBER_MESSAGE) || fields.hasNoNumber.value === "on"
  return (
    <>
      <NameFields fields={fields} group={group} />
      <StreetField fields={fields} group={group} />
      {isAsked && <Checkbox field={fields.hasNoNumber} label="This address has no number" />}
      <SecondLine fields={fields} group={group} hint="Apartment, floor, suite" />
      <ZipInput field={fields.zip} label="Zip" autoComplete={`${group} postal-code`} />
      <CityField fields={fields} group={group} />
      <StateField fields={fields} group={group} />
    </>
  )
}

/** The billing form's order: name, address, address 1, city, state, zip. */
export function BillingFields({ fields, group }: Props) {
  return (
    <>
      <NameFields fields={fields} group={group} />
      <StreetField fields={fields} group={group} />
      <SecondLine fields={fields} group={group} />
      <CityField fields={fields} group={group} />
      <StateField fields={fields} group={group} />
      <ZipInput field={fields.zip} label="Zip" autoComplete={`${group} postal-code`} />
    </>
  )
}

const NameFields = ({ fields, group }: Props) => (
  <>
    <TextInput field={fields.firstName} label="First Name" autoComplete={`${group} given-name`} />
    <TextInput field={fields.lastName} label="Last Name" autoComplete={`${group} family-name`} />
  </>
)

const StreetField = ({ fields, group }: Props) => (
  <TextInput field={fields.address} label="Address" autoComplete={`${group} address-line1`} />
)

const SecondLine = ({ fields, group, hint }: Props & { hint?: string }) => (
  <TextInput
    field={fields.addressOne}
    label="Address 1"
    optional
    hint={hint}
    autoComplete={`${group} address-line2`}
  />
)

const CityField = ({ fields, group }: Props) => (
  <TextInput field={fields.city} label="City" autoComplete={`${group} address-level2`} />
)

/** The account's own email, which a form shows and does not change. */
export const AccountEmail = ({ id, email }: { id: string; email: string }) => (
  <TextInput field={plainField("email", { id, defaultValue: email })} label="Email" type="email" readOnly />
)

/** Shown to the courier only. */
export const InstructionsField = ({ field }: { field: FieldLike }) => (
  <TextArea
    field={field}
    label="Drop-off note"
    optional
    rows={2}
    hint="A gate code, where to leave it. Only your courier sees it, once the delivery is taken."
  />
)

const StateField = ({ fields, group }: Props) => (
  <Select
    field={fields.state}
    label="State"
    placeholder="What state?"
    options={STATES}
    autoComplete={`${group} address-level1`}
  />
)
