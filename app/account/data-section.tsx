import { LinkButton } from "#app/ui/button.tsx"
import { Card, Dash } from "#app/ui/card.tsx"
import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { PasswordInput } from "#app/ui/inputs.tsx"
import { passwordAgainInput } from "#core/privacy/privacy.ts"
import { type AccountAnswer, answerTo } from "./account-answer.ts"

/** The download of all data, and account deletion. */
export function DataSection({ answer }: { answer: AccountAnswer }) {
  const [form, fields] = useSchemaForm(passwordAgainInput, {
    id: "export",
    answer: answerTo(answer, "export"),
  })
  return (
    <Card id="data" className="account-card account-data">
      <div className="stack">
        <h2>Download your data</h2>
        <p>
          One file with everything we know about you: your account, orders, addresses, deliveries, earnings,
          messages, and links to your photos. It doesn't include bank or identity numbers, which only Stripe
          has.
        </p>
        {/* The response is a file, so the browser submits this form itself. */}
        <Form form={form} reloadDocument>
          <input type="hidden" name="intent" value="export" />
          <PasswordInput field={fields.password} label="Your password" autoComplete="current-password" />
          <SubmitButton>Download my data</SubmitButton>
        </Form>
      </div>
      <Dash />
      <div className="stack">
        <h2>Delete your account</h2>
        <p>The next page shows what we delete and what we have to keep, and asks for your password.</p>
        <p>
          <LinkButton kind="danger" to="/account/delete">
            Delete my account…
          </LinkButton>
        </p>
      </div>
    </Card>
  )
}
