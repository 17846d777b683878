import type { FormAnswer } from "#app/forms/submit-form.ts"
import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { PasswordInput, TextInput } from "#app/ui/inputs.tsx"
import { registerCustomerInput } from "#core/identity/inputs.ts"
import { AgreeToTerms } from "./agree-to-terms.tsx"
import { PasswordRules } from "./password-rules.tsx"
import { PasswordToast } from "./password-toast.tsx"

/** A customer's registration. Its answer comes as a whole page, like the sign-in form's. */
export function RegisterForm({ answer }: { answer: FormAnswer | undefined }) {
  const [form, fields] = useSchemaForm(registerCustomerInput, { id: "register", answer })
  return (
    <>
      <Form form={form} reloadDocument>
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
        />
        <PasswordInput
          field={fields.password}
          label="Password"
          autoComplete="new-password"
          hint={<PasswordRules />}
        />
        <PasswordInput field={fields.confirmPassword} label="Confirm Password" autoComplete="new-password" />
        <AgreeToTerms field={fields.agree} />
        <SubmitButton wide>Register</SubmitButton>
      </Form>
      <PasswordToast confirm={fields.confirmPassword} answer={answer} />
    </>
  )
}
