import type { FieldLike } from "#app/ui/field.tsx"
import { Form, useSchemaForm } from "#app/ui/form.tsx"
import { PhoneInput, Select, TextInput } from "#app/ui/inputs.tsx"
import { HOUR_CHOICES } from "#core/catalog/hours.ts"
import { marketAddressInput } from "#core/identity/fields.ts"
import { marketHoursInput } from "#core/registration/registration-inputs.ts"
import type { StepProps } from "./login-or-register.tsx"
import { PlaceFields } from "./place-fields.tsx"
import { WizardButtons } from "./wizard-buttons.tsx"

/** Step 2 of the seller's registration. */
export function MarketAddressStep({ values, answer }: StepProps) {
  const [form, fields] = useSchemaForm(marketAddressInput, { id: "address", answer, defaultValue: values })
  return (
    <Form form={form}>
      <TextInput field={fields.address} label="Address" autoComplete="street-address" />
      <PlaceFields fields={fields} />
      <WizardButtons next="Next" />
    </Form>
  )
}

/** Step 3 of the seller's registration. */
export function MarketHoursStep({ values, answer }: StepProps) {
  const [form, fields] = useSchemaForm(marketHoursInput, { id: "hours", answer, defaultValue: values })
  return (
    <Form form={form} labels={HOUR_LABELS}>
      <TextInput field={fields.marketName} label="Market Name" autoComplete="organization" />
      <PhoneInput field={fields.phone} label="Phone" />
      <Day label="Monday-Friday" open={fields.weekdayOpen} close={fields.weekdayClose} />
      <Day label="Saturday" open={fields.saturdayOpen} close={fields.saturdayClose} />
      <Day label="Sunday" open={fields.sundayOpen} close={fields.sundayClose} />
      <WizardButtons next="Next" />
    </Form>
  )
}

const HOUR_LABELS = {
  weekdayOpen: "Monday-Friday opens",
  weekdayClose: "Monday-Friday closes",
  saturdayOpen: "Saturday opens",
  saturdayClose: "Saturday closes",
  sundayOpen: "Sunday opens",
  sundayClose: "Sunday closes",
}

function Day({ label, open, close }: { label: string; open: FieldLike; close: FieldLike }) {
  return (
    <fieldset className="wizard-hours">
      <legend className="label">{label}</legend>
      <Select field={open} label="Opens" placeholder="Choose" options={HOUR_CHOICES} />
      <Select field={close} label="Closes" placeholder="Choose" options={HOUR_CHOICES} />
    </fieldset>
  )
}
