import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, redirect } from "react-router"
import { passkeyLines, recentOnes } from "#app/identity/passkey-line.ts"
import { PasskeyReviewFields } from "#app/identity/passkey-review-fields.tsx"
import { PasswordRules } from "#app/identity/password-rules.tsx"
import { PasswordToast } from "#app/identity/password-toast.tsx"
import { SignInPage } from "#app/identity/sign-in-page.tsx"
import { newPasswordInput } from "#core/identity/inputs.ts"
import { resetPassword, viewResetLink } from "#core/identity/reset-password.server.ts"
import { forgotPasswordPath, ROLE_PAGES, roleOfWord } from "#core/identity/role-pages.ts"
import { alsoRemoved } from "#core/passkeys/passkey-review.ts"
import { clientAddressContext, coreContext } from "../../context.ts"
import { submitForm } from "../../forms/submit-form.ts"
import { LinkButton } from "../../ui/button.tsx"
import { flash } from "../../ui/flash.ts"
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx"
import { PasswordInput } from "../../ui/inputs.tsx"
import { Notice } from "../../ui/states.tsx"
import type { Route } from "./+types/new-password.ts"

export const meta = () => [
  { title: "New password — Pushcart" },
  // The URL contains the link's secret.
  { name: "robots", content: "noindex" },
]

/** The role is customer, otherwise seller, as the specification says; links for couriers name their role. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams
  const role = roleOfWord(params.get("user")) ?? "seller"
  const link = await viewResetLink(context.get(coreContext), { token: params.get("id") ?? "" })
  return {
    works: link !== null,
    passkeys: link ? passkeyLines(link.passkeys, link.timeZone) : [],
    forgot: forgotPasswordPath(role),
  }
}

export const action = ({ request, context }: ActionFunctionArgs) =>
  submitForm(request, newPasswordInput, async (input) => {
    const token = new URL(request.url).searchParams.get("id") ?? ""
    const address = context.get(clientAddressContext)
    const ctx = context.get(coreContext)
    const { userId, role, removedPasskeys } = await resetPassword(ctx, { ...input, token, address })
    const headers = new Headers(
      flash(`Your new password is set. Log in with it.${alsoRemoved(removedPasskeys)}`),
    )
    for (const cookie of ctx.ports.sessions.rememberDevice(request, userId))
      headers.append("Set-Cookie", cookie)
    return redirect(ROLE_PAGES[role].signIn, { headers })
  })

export default function NewPassword({ loaderData, actionData }: Route.ComponentProps) {
  const [form, fields] = useSchemaForm(newPasswordInput, {
    id: "new-password",
    answer: actionData,
    defaultValue: { removedPasskeys: recentOnes(loaderData.passkeys) },
  })
  if (!loaderData.works)
    return (
      <SignInPage title="New password">
        <Notice role="status">This link has expired or was already used. Request a new one.</Notice>
        <LinkButton to={loaderData.forgot} wide>
          Request a new link
        </LinkButton>
      </SignInPage>
    )
  return (
    <SignInPage title="New password">
      <Form form={form} reloadDocument>
        <PasswordInput
          field={fields.password}
          label="New Password"
          autoComplete="new-password"
          hint={<PasswordRules />}
        />
        <PasswordInput field={fields.confirmPassword} label="Confirm Password" autoComplete="new-password" />
        <PasskeyReviewFields passkeys={loaderData.passkeys} field={fields.removedPasskeys} />
        <SubmitButton wide>Save the new password</SubmitButton>
      </Form>
      <p className="sign-in-help">
        <Link to={loaderData.forgot}>Request a new link</Link>
      </p>
      <PasswordToast confirm={fields.confirmPassword} answer={actionData} />
    </SignInPage>
  )
}
