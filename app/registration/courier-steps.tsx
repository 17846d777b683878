import { Form, useSchemaForm } from "#app/ui/form.tsx"
import { PhoneInput, TextInput } from "#app/ui/inputs.tsx"
import { courierAddressInput } from "#core/registration/registration-inputs.ts"
import type { StepProps } from "./login-or-register.tsx"
import { PlaceFields } from "./place-fields.tsx"
import { WizardButtons } from "./wizard-buttons.tsx"

/** Step 2 of the courier's registration. */
export function CourierAddressStep({ values, answer }: StepProps) {
  const [form, fields] = useSchemaForm(courierAddressInput, { id: "address", answer, defaultValue: values })
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
