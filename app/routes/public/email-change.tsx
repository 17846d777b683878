import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "react-router"
import { z } from "zod"
import { readForm } from "#app/forms/read-form.ts"
import { SignInPage } from "#app/identity/sign-in-page.tsx"
import { pageOfRole, roleOfWord } from "#core/identity/role-pages.ts"
import {
  keepOldEmail,
  undoEmailChange,
  viewEmailChange,
} from "#core/identity/take-back-email-change.server.ts"
import { clientAddressContext, coreContext } from "../../context.ts"
import { type FormAnswer, submitForm } from "../../forms/submit-form.ts"
import type { PageHandle } from "../../page-handle.ts"
import { LinkButton } from "../../ui/button.tsx"
import { flash } from "../../ui/flash.ts"
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx"
import { Notice } from "../../ui/states.tsx"
import { PageToast } from "../../ui/toaster.tsx"
import type { Route } from "./+types/email-change.ts"

export const handle: PageHandle = { hydrate: "none" }
export const meta = () => [{ title: "Your email — Pushcart" }, { name: "robots", content: "noindex" }]

function linkIn(request: Request) {
  const query = new URL(request.url).searchParams
  return { role: roleOfWord(query.get("user")) ?? ("customer" as const), token: query.get("id") ?? "" }
}

/** Opening the link changes nothing, since mail scanners open links too. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { role, token } = linkIn(request)
  const change = await viewEmailChange(context.get(coreContext), { token })
  return { change, forgot: `/forgotpassword?page=${pageOfRole(role)}` }
}

/** Whoever is signed in goes on to the account page, which sets a new password too. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { token } = linkIn(request)
  const ctx = context.get(coreContext)
  const address = context.get(clientAddressContext)
  const form = await readForm(request)
  switch (form.get("intent")) {
    case "keep":
      return submitForm(form, z.object({}), async () => {
        const { role } = await keepOldEmail(ctx, { token, address })
        const headers = flash("Your email stays. If it wasn't you who asked, choose a new password now.")
        const forgot = `/forgotpassword?page=${pageOfRole(role)}`
        return redirect("userId" in ctx.actor ? "/account" : forgot, { headers })
      })
    case "undo":
      return submitForm(form, z.object({}), async () => {
        const { newPassword } = await undoEmailChange(ctx, { token, address })
        const headers = flash("Your account uses your old email again. Choose a new password to log in.")
        return redirect(newPassword, { headers })
      })
    default:
      throw data(null, { status: 400 })
  }
}

export default function EmailChange({ loaderData: { change, forgot }, actionData }: Route.ComponentProps) {
  return (
    <SignInPage title="Your email">
      {change.state === "open" && <KeepForm newEmail={change.newEmail} answer={actionData} />}
      {change.state === "changed" && <UndoForm newEmail={change.newEmail} answer={actionData} />}
      {change.state === "over" && <NoLink forgot={forgot} />}
      <PageToast message={actionData?.toast} />
    </SignInPage>
  )
}

function KeepForm({ newEmail, answer }: { newEmail: string; answer: FormAnswer | undefined }) {
  const [form] = useSchemaForm(z.object({}), { id: "keep", answer })
  return (
    <Form form={form} reloadDocument>
      <input type="hidden" name="intent" value="keep" />
      <p>
        Someone asked to change the email of your account to{" "}
        <strong style={{ overflowWrap: "anywhere" }}>{newEmail}</strong>. Press the button to keep the email
        that you have.
      </p>
      <SubmitButton wide>Keep my email</SubmitButton>
    </Form>
  )
}

function UndoForm({ newEmail, answer }: { newEmail: string; answer: FormAnswer | undefined }) {
  const [form] = useSchemaForm(z.object({}), { id: "undo", answer })
  return (
    <Form form={form} reloadDocument>
      <input type="hidden" name="intent" value="undo" />
      <p>
        The email of your account was changed to{" "}
        <strong style={{ overflowWrap: "anywhere" }}>{newEmail}</strong>. Press the button to use your old
        email again. Every device is logged out, the password no longer works, and you choose a new one.
      </p>
      <SubmitButton wide>Use my old email again</SubmitButton>
    </Form>
  )
}

function NoLink({ forgot }: { forgot: string }) {
  return (
    <>
      <Notice role="status">
        This link has expired or was already used. If someone else uses your account, choose a new password.
      </Notice>
      <LinkButton to={forgot} wide>
        Choose a new password
      </LinkButton>
    </>
  )
}
