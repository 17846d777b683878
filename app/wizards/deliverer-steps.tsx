import { delivererAddressInput } from "#core/accounts/registration-inputs.ts"
import { Form, useSchemaForm } from "../ui/form.tsx"
import { PhoneInput, TextInput } from "../ui/inputs.tsx"
import type { StepProps } from "./login-or-register.tsx"
import { PlaceFields } from "./place-fields.tsx"
import { WizardButtons } from "./wizard-buttons.tsx"

/** Step 2 of the deliverer's registration. */
export function DelivererAddressStep({ values, answer }: StepProps) {
  const [form, fields] = useSchemaForm(delivererAddressInput, { id: "address", answer, defaultValue: values })
  return (
    <Form form={form}>
      <TextInput field={fields.address} label="Address" autoComplete="address-line1" />
      <TextInput field={fields.addressOne} label="Address 1" optional autoComplete="address-line2" />
      <PlaceFields fields={fields} />
      <PhoneInput field={fields.phone} label="Phone" />
      <WizardButtons next="Next" />
    </Form>
  )
}
