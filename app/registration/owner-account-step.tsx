import { AgreeToTerms } from "#app/identity/agree-to-terms.tsx"
import { PasswordRules } from "#app/identity/password-rules.tsx"
import { PasswordToast } from "#app/identity/password-toast.tsx"
import { Form, useSchemaForm } from "#app/ui/form.tsx"
import { PasswordInput, TextInput } from "#app/ui/inputs.tsx"
import { ownerAccountAgainInput, ownerAccountInput } from "#core/registration/registration-inputs.ts"
import type { StepProps } from "./login-or-register.tsx"
import { WizardButtons } from "./wizard-buttons.tsx"

/** Step 1 of a seller's and of a deliverer's registration. A password that was entered before stays when left empty. */
export function OwnerAccountStep({ values, keepsPassword, answer }: StepProps) {
  const schema = keepsPassword ? ownerAccountAgainInput : ownerAccountInput
  const [form, fields] = useSchemaForm(schema, { id: "account", answer, defaultValue: values })
  return (
    <Form form={form}>
      <div className="columns">
        <TextInput field={fields.firstName} label="First Name" autoComplete="given-name" />
        <TextInput field={fields.lastName} label="Last Name" autoComplete="family-name" />
      </div>
      <TextInput
        field={fields.email}
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        hint="We'll email you a link. Confirm your address before you log in."
      />
      <PasswordInput
        field={fields.password}
        label="Password"
        autoComplete="new-password"
        hint={keepsPassword ? "Leave both empty to keep the password that you entered." : <PasswordRules />}
      />
      <PasswordInput field={fields.confirmPassword} label="Confirm Password" autoComplete="new-password" />
      <AgreeToTerms field={fields.agree} />
      <WizardButtons next="Next" back={false} />
      <PasswordToast confirm={fields.confirmPassword} answer={answer} />
    </Form>
  )
}
