import { type LoaderFunctionArgs, redirect } from "react-router"
import { formActions } from "#app/forms/form-actions.ts"
import { noInput } from "#app/forms/no-input.ts"
import { SignInPage } from "#app/identity/sign-in-page.tsx"
import { nextPath } from "#app/identity/sign-in-return.ts"
import { CLEAR_UNCONFIRMED_EMAIL } from "#app/identity/unconfirmed-email.ts"
import { confirmationState, confirmEmail } from "#core/identity/confirm-email.server.ts"
import { forgotPasswordInput } from "#core/identity/inputs.ts"
import { withNext } from "#core/identity/own-path.ts"
import { resendConfirmation } from "#core/identity/resend-confirmation.server.ts"
import { ROLE_PAGES, roleOfWord } from "#core/identity/role-pages.ts"
import { coreContext } from "../../context.ts"
import type { FormAnswer } from "../../forms/submit-form.ts"
import type { PageHandle } from "../../page-handle.ts"
import { LinkButton } from "../../ui/button.tsx"
import { flash } from "../../ui/flash.ts"
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx"
import { EmailInput } from "../../ui/inputs.tsx"
import { Notice } from "../../ui/states.tsx"
import { PageToast } from "../../ui/toaster.tsx"
import type { Route } from "./+types/email-confirmed.ts"

export const handle: PageHandle = { hydrate: "none" }
export const meta = () => [{ title: "Confirm your email — Pushcart" }, { name: "robots", content: "noindex" }]

function linkIn(request: Request) {
  const query = new URL(request.url).searchParams
  return { role: roleOfWord(query.get("user")) ?? ("customer" as const), token: query.get("id") }
}

/** Opening the link changes nothing, since mail scanners open links too: the Log in button confirms. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { role, token } = linkIn(request)
  const state = token ? await confirmationState(context.get(coreContext), { token }) : "none"
  return { state, signIn: withNext(ROLE_PAGES[role].signIn, nextPath(request)) }
}

export const action = formActions("anyone", {
  confirm: [
    noInput,
    async (ctx, _input, { request, address }) => {
      const { token } = linkIn(request)
      const confirmed = await confirmEmail(ctx, { token: token ?? "", address })
      const done = "Your email is confirmed. You can log in now."
      const headers = new Headers(flash(done))
      headers.append("Set-Cookie", CLEAR_UNCONFIRMED_EMAIL)
      return redirect(withNext(ROLE_PAGES[confirmed.role].signIn, nextPath(request)), { headers })
    },
  ],
  "new-link": [
    forgotPasswordInput,
    async (ctx, { email }, { request, address }) => {
      const { role } = linkIn(request)
      const next = nextPath(request)
      await resendConfirmation(ctx, { email, role, address, next })
      const sent = "If that address still needs to be confirmed, we've emailed it a new link."
      return redirect(withNext(ROLE_PAGES[role].signIn, next), { headers: flash(sent) })
    },
  ],
})

export default function EmailConfirmed({ loaderData, actionData }: Route.ComponentProps) {
  const { state, signIn } = loaderData
  if (state === "confirmed")
    return (
      <SignInPage title="Email confirmed">
        <p>Thank you, your email is confirmed.</p>
        <LinkButton to={signIn} wide>
          Log in
        </LinkButton>
      </SignInPage>
    )
  if (state === "ready") return <ConfirmForm answer={actionData} />
  return <NewLinkForm expired={state === "expired"} answer={actionData} />
}

function ConfirmForm({ answer }: { answer: FormAnswer | undefined }) {
  const [form] = useSchemaForm(noInput, { id: "confirm", answer })
  return (
    <SignInPage title="Confirm your email">
      <p>Press the button to confirm your email. Then you can log in.</p>
      <Form form={form} reloadDocument>
        <input type="hidden" name="intent" value="confirm" />
        <SubmitButton wide>Log in</SubmitButton>
      </Form>
      <PageToast message={answer?.toast} />
    </SignInPage>
  )
}

function NewLinkForm({ expired, answer }: { expired: boolean; answer: FormAnswer | undefined }) {
  const [form, fields] = useSchemaForm(forgotPasswordInput, { id: "new-link", answer })
  return (
    <SignInPage title="Confirm your email">
      {expired && <Notice role="status">This link has expired. We can send you a new one.</Notice>}
      <Form form={form} reloadDocument>
        <input type="hidden" name="intent" value="new-link" />
        <EmailInput field={fields.email} />
        <SubmitButton wide>Send a new link</SubmitButton>
      </Form>
      <PageToast message={answer?.toast} />
    </SignInPage>
  )
}
