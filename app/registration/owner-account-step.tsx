import { AccountFields } from "#app/identity/account-fields.tsx"
import { PasswordToast } from "#app/identity/password-toast.tsx"
import { Form, useSchemaForm } from "#app/ui/form.tsx"
import { ownerAccountAgainInput, ownerAccountInput } from "#core/registration/registration-inputs.ts"
import type { StepProps } from "./login-or-register.tsx"
import { WizardButtons } from "./wizard-buttons.tsx"

/**
 * Step 1 of a seller's and of a courier's registration. If the password is left empty, the one entered earlier is kept.
 */
export function OwnerAccountStep({ values, keepsPassword, answer }: StepProps) {
  const schema = keepsPassword ? ownerAccountAgainInput : ownerAccountInput
  const [form, fields] = useSchemaForm(schema, { id: "account", answer, defaultValue: values })
  return (
    <Form form={form}>
      <AccountFields
        fields={fields}
        emailHint="We'll email you a link. Confirm your address before you log in."
        passwordHint={keepsPassword ? "Leave both empty to keep the password you entered." : undefined}
      />
      <WizardButtons next="Next" back={false} />
      <PasswordToast confirm={fields.confirmPassword} answer={answer} />
    </Form>
  )
}
