import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, redirect } from "react-router"
import { SignInPage } from "#app/identity/sign-in-page.tsx"
import { forgotPasswordInput } from "#core/identity/inputs.ts"
import { requestPasswordReset } from "#core/identity/request-password-reset.server.ts"
import { ROLE_PAGES, roleOfPage } from "#core/identity/role-pages.ts"
import { clientAddressContext, coreContext } from "../../context.ts"
import { submitForm } from "../../forms/submit-form.ts"
import { flash } from "../../ui/flash.ts"
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx"
import { EmailInput } from "../../ui/inputs.tsx"
import { PageToast } from "../../ui/toaster.tsx"
import type { Route } from "./+types/forgot-password.ts"

export const meta = () => [{ title: "Forgot your password? — Pushcart" }]

const roleOf = (request: Request) => roleOfPage(new URL(request.url).searchParams.get("page"))

export const loader = ({ request }: LoaderFunctionArgs) => ({ back: ROLE_PAGES[roleOf(request)].signIn })

export const action = ({ request, context }: ActionFunctionArgs) =>
  submitForm(request, forgotPasswordInput, async ({ email }) => {
    const role = roleOf(request)
    const address = context.get(clientAddressContext)
    await requestPasswordReset(context.get(coreContext), { email, role, address })
    const sent = "If that address has an account, we've emailed it a link."
    return redirect(ROLE_PAGES[role].signIn, { headers: flash(sent) })
  })

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  const [form, fields] = useSchemaForm(forgotPasswordInput, { id: "forgot", answer: actionData })
  return (
    <SignInPage title="Forgot your password?">
      <p>
        If that address has an account, we'll email it a link. Use it within an hour to choose a new password.
      </p>
      <Form form={form} reloadDocument>
        <EmailInput field={fields.email} />
        <SubmitButton wide>Forgot</SubmitButton>
      </Form>
      <p className="sign-in-help">
        <Link to={loaderData.back}>Back to the login</Link>
      </p>
      <PageToast message={actionData?.toast} />
    </SignInPage>
  )
}
