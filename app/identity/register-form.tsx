import type { FormAnswer } from "#app/forms/submit-form.ts"
import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { registerCustomerInput } from "#core/identity/inputs.ts"
import { AccountFields } from "./account-fields.tsx"
import { PasswordToast } from "./password-toast.tsx"

/** A customer's registration. Its response is a full page load, like the sign-in form's. */
export function RegisterForm({ answer }: { answer: FormAnswer | undefined }) {
  const [form, fields] = useSchemaForm(registerCustomerInput, { id: "register", answer })
  return (
    <>
      <Form form={form} reloadDocument>
        <AccountFields fields={fields} />
        <SubmitButton wide>Register</SubmitButton>
      </Form>
      <PasswordToast confirm={fields.confirmPassword} answer={answer} />
    </>
  )
}
