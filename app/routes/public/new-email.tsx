import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router"
import { noInput } from "#app/forms/no-input.ts"
import { SignInPage } from "#app/identity/sign-in-page.tsx"
import { confirmEmailChange, emailOfChange } from "#core/identity/confirm-email-change.server.ts"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import { clientAddressContext, coreContext } from "../../context.ts"
import { type FormAnswer, submitForm } from "../../forms/submit-form.ts"
import type { PageHandle } from "../../page-handle.ts"
import { LinkButton } from "../../ui/button.tsx"
import { flash } from "../../ui/flash.ts"
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx"
import { Notice } from "../../ui/states.tsx"
import { PageToast } from "../../ui/toaster.tsx"
import type { Route } from "./+types/new-email.ts"

export const handle: PageHandle = { hydrate: "none" }
export const meta = () => [{ title: "Your new email — Pushcart" }, { name: "robots", content: "noindex" }]

const tokenIn = (request: Request) => new URL(request.url).searchParams.get("id") ?? ""

/** Opening the link changes nothing, since mail scanners open links too. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return { email: await emailOfChange(context.get(coreContext), { token: tokenIn(request) }) }
}

/** A signed-in person continues; anyone else signs in with the new email. */
export const action = ({ request, context }: ActionFunctionArgs) =>
  submitForm(request, noInput, async () => {
    const ctx = context.get(coreContext)
    const address = context.get(clientAddressContext)
    const { role, email } = await confirmEmailChange(ctx, { token: tokenIn(request), address })
    const headers = flash(`Your email is now ${email}.`)
    return redirect("userId" in ctx.actor ? "/account" : ROLE_PAGES[role].signIn, { headers })
  })

export default function NewEmail({ loaderData: { email }, actionData }: Route.ComponentProps) {
  return (
    <SignInPage title="Your new email">
      {email ? <UseForm email={email} answer={actionData} /> : <NoLink />}
      <PageToast message={actionData?.toast} />
    </SignInPage>
  )
}

function UseForm({ email, answer }: { email: string; answer: FormAnswer | undefined }) {
  const [form] = useSchemaForm(noInput, { id: "use", answer })
  return (
    <Form form={form} reloadDocument>
      <p>
        Press the button to use <strong style={{ overflowWrap: "anywhere" }}>{email}</strong> for your
        account. You log in with it from now on.
      </p>
      <SubmitButton wide>Use this email</SubmitButton>
    </Form>
  )
}

function NoLink() {
  return (
    <>
      <Notice role="status">
        This link has expired or was already used, or it was ended by a new password or by signing out all
        other devices.
      </Notice>
      <LinkButton to="/account" wide>
        Go to my account
      </LinkButton>
    </>
  )
}
