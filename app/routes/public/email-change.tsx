import { type LoaderFunctionArgs, redirect } from "react-router"
import { formActions } from "#app/forms/form-actions.ts"
import { noInput } from "#app/forms/no-input.ts"
import { SignInPage } from "#app/identity/sign-in-page.tsx"
import { forgotPasswordPath, roleOfWord } from "#core/identity/role-pages.ts"
import {
  keepOldEmail,
  undoEmailChange,
  viewEmailChange,
} from "#core/identity/take-back-email-change.server.ts"
import { coreContext } from "../../context.ts"
import type { FormAnswer } from "../../forms/submit-form.ts"
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
  return { change, forgot: forgotPasswordPath(role) }
}

/** A signed-in person continues to the account page, which can also set a new password. */
export const action = formActions("anyone", {
  keep: [
    noInput,
    async (ctx, _input, { request, address }) => {
      const { role } = await keepOldEmail(ctx, { token: linkIn(request).token, address })
      const headers = flash(
        "Your email wasn't changed. If you didn't request this, choose a new password now.",
      )
      return redirect("userId" in ctx.actor ? "/account" : forgotPasswordPath(role), { headers })
    },
  ],
  undo: [
    noInput,
    async (ctx, _input, { request, address }) => {
      const { newPassword } = await undoEmailChange(ctx, { token: linkIn(request).token, address })
      const headers = flash("Your account uses your old email again. Choose a new password to log in.")
      return redirect(newPassword, { headers })
    },
  ],
})

export default function EmailChange({ loaderData: { change, forgot }, actionData }: Route.ComponentProps) {
  return (
    <SignInPage title="Your email">
      {change.state === "over" ? (
        <NoLink forgot={forgot} />
      ) : (
        <CureForm
          key={change.state}
          {...CURES[change.state]}
          newEmail={change.newEmail}
          answer={actionData}
        />
      )}
      <PageToast message={actionData?.toast} />
    </SignInPage>
  )
}

const CURES = {
  open: {
    intent: "keep",
    before: "Someone asked to change the email of your account to",
    after: "Press the button to keep your current email.",
    button: "Keep my email",
  },
  changed: {
    intent: "undo",
    before: "The email of your account was changed to",
    after:
      "Press the button to use your old email again. Every device is logged out, the password no longer works, and you choose a new one.",
    button: "Use my old email again",
  },
}

type CureProps = (typeof CURES)["open"] & { newEmail: string; answer: FormAnswer | undefined }

function CureForm({ intent, before, after, button, newEmail, answer }: CureProps) {
  const [form] = useSchemaForm(noInput, { id: intent, answer })
  return (
    <Form form={form} reloadDocument>
      <input type="hidden" name="intent" value={intent} />
      <p>
        <span>{before}</span> <strong style={{ overflowWrap: "anywhere" }}>{newEmail}</strong>
        <span>{`. ${after}`}</span>
      </p>
      <SubmitButton wide>{button}</SubmitButton>
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
