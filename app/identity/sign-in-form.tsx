import { Link } from "react-router"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { EmailInput, PasswordInput, TextInput } from "#app/ui/inputs.tsx"
import { Notice } from "#app/ui/states.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { signInInput } from "#core/identity/inputs.ts"
import { withNext } from "#core/identity/own-path.ts"
import { forgotPasswordPath, ROLE_PAGES } from "#core/identity/role-pages.ts"
import type { Role } from "#core/identity/roles.ts"
import { MailedNotice } from "./mailed-notice.tsx"
import { PasskeySignIn } from "./passkey-sign-in.tsx"

type Props = {
  /** The role of the page and of the session. */
  who: Role
  answer: FormAnswer | undefined
  /** Admins outside of a demo: also the code of their authenticator app. */
  asksCode?: boolean
  /** An email that was just registered and is not confirmed yet. */
  mailedTo?: string | null
  /** The page after signing in. */
  next?: string | null
}

/**
 * Email and password, for the role of the page. A full page load follows, so that the whole layout is rendered for the
 * person.
 */
export function SignInForm({ who, answer, asksCode = false, mailedTo = null, next = null }: Props) {
  const [form, fields] = useSchemaForm(signInInput, {
    id: "sign-in",
    answer,
    defaultValue: { email: mailedTo },
  })
  return (
    <>
      {who !== "admin" && mailedTo && <MailedNotice who={who} email={mailedTo} next={next} />}
      {who !== "admin" && <Notice kind="info">Your email must be confirmed before login.</Notice>}
      <Form form={form} reloadDocument>
        <input type="hidden" name="intent" value="password" />
        <EmailInput field={fields.email} />
        <PasswordInput field={fields.password} label="Password" autoComplete="current-password" />
        {asksCode && (
          <TextInput
            field={fields.code}
            label="Code"
            hint="The six-digit code from your authenticator app."
            autoComplete="one-time-code"
            inputMode="numeric"
          />
        )}
        <SubmitButton wide>Login</SubmitButton>
      </Form>
      <PasskeySignIn />
      {who === "admin" ? <AdminHelp /> : <SignInHelp who={who} next={next} />}
      <PageToast message={answer?.toast} />
    </>
  )
}

function SignInHelp({ who, next }: { who: Exclude<Role, "admin">; next: string | null }) {
  return (
    <ul className="sign-in-help">
      <li>
        <Link to={forgotPasswordPath(who)}>Forgot your password?</Link>
      </li>
      <li>
        <Link to={withNext(`/email-confirmed?user=${ROLE_PAGES[who].word}`, next)}>
          Didn't get the confirmation email?
        </Link>
      </li>
    </ul>
  )
}

/**
 * Admins can't reset a password on the web. If other people's failed attempts lock them out, an emailed link unlocks
 * sign-in on this device.
 */
function AdminHelp() {
  return (
    <ul className="sign-in-help">
      <li>
        <Link to="/this-device">Too many attempts?</Link>
      </li>
    </ul>
  )
}
