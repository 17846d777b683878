import { redirect } from "react-router"
import { sessionContext } from "#app/context.ts"
import { submitForm } from "#app/forms/submit-form.ts"
import { requirePerson } from "#app/guards/require-person.ts"
import { LinkButton } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { PasswordInput } from "#app/ui/inputs.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import { grantExport } from "#core/privacy/grant-export.server.ts"
import { passwordAgainInput } from "#core/privacy/privacy.ts"
import type { Route } from "./+types/account.ts"

export const meta: Route.MetaFunction = () => [{ title: "Your account — Pushcart" }]

export function loader({ context }: Route.LoaderArgs) {
  const { email } = context.get(sessionContext)
  return { email, dashboard: ROLE_PAGES[requirePerson(context).actor.role].dashboard }
}

export const action = ({ request, context }: Route.ActionArgs) =>
  submitForm(request, passwordAgainInput, async (input) => {
    await grantExport(requirePerson(context), input)
    return redirect("/account/export")
  })

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { email, dashboard } = loaderData
  const [form, fields] = useSchemaForm(passwordAgainInput, { id: "export", answer: actionData })
  return (
    <div className="stack narrow">
      <h1>Your account</h1>
      <p className="lead">
        You are logged in as <strong style={{ overflowWrap: "anywhere" }}>{email}</strong>.
      </p>
      <Card className="stack">
        <h2>Download your data</h2>
        <p>
          One file with everything we know about you: your account, orders, addresses, deliveries, earnings,
          messages, and links to your pictures. Bank and identity numbers are not in it, since only Stripe has
          them.
        </p>
        {/* The answer is a file, so the browser sends this form itself. */}
        <Form form={form} reloadDocument>
          <PasswordInput field={fields.password} label="Your password" autoComplete="current-password" />
          <SubmitButton>Download my data</SubmitButton>
        </Form>
      </Card>
      <Card className="stack">
        <h2>Delete your account</h2>
        <p>The next page says what goes, what we have to keep, and asks for your password.</p>
        <p>
          <LinkButton kind="plain" to="/account/delete">
            Delete my account…
          </LinkButton>
        </p>
      </Card>
      <p>
        <LinkButton kind="plain" small to={dashboard}>
          Go to the dashboard
        </LinkButton>
      </p>
      <PageToast message={actionData?.toast} />
    </div>
  )
}
