import { delivererAddressInput } from "#core/accounts/registration-inputs.ts"
import { STATE_CODES } from "#core/places/states.ts"
import type { FormAnswer } from "../forms/submit-form.ts"
import { Form, useSchemaForm } from "../ui/form.tsx"
import { PhoneInput, Select, TextInput, ZipInput } from "../ui/inputs.tsx"
import { WizardButtons } from "./wizard-buttons.tsx"

type Props = { values: Readonly<Record<string, string>>; answer: FormAnswer | undefined }

/** Step 2 of the deliverer's registration. */
export function DelivererAddressStep({ values, answer }: Props) {
  const [form, fields] = useSchemaForm(delivererAddressInput, { id: "address", answer, defaultValue: values })
  return (
    <Form form={form}>
      <TextInput field={fields.address} label="Address" autoComplete="address-line1" />
      <TextInput field={fields.addressOne} label="Address 1" optional autoComplete="address-line2" />
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
      <PhoneInput field={fields.phone} label="Phone" />
      <WizardButtons next="Next" />
    </Form>
  )
}
