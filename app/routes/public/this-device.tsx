import { type LoaderFunctionArgs, redirect } from "react-router"
import { formActions } from "#app/forms/form-actions.ts"
import { noInput } from "#app/forms/no-input.ts"
import { SignInPage } from "#app/identity/sign-in-page.tsx"
import { forgotPasswordInput } from "#core/identity/inputs.ts"
import { openDeviceLink } from "#core/identity/open-device-link.server.ts"
import { requestDeviceLink } from "#core/identity/request-device-link.server.ts"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import type { FormAnswer } from "../../forms/submit-form.ts"
import type { PageHandle } from "../../page-handle.ts"
import { flash } from "../../ui/flash.ts"
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx"
import { EmailInput } from "../../ui/inputs.tsx"
import { PageToast } from "../../ui/toaster.tsx"
import type { Route } from "./+types/this-device.ts"

export const handle: PageHandle = { hydrate: "none" }
export const meta = () => [{ title: "Use this device — Pushcart" }, { name: "robots", content: "noindex" }]

const tokenIn = (request: Request) => new URL(request.url).searchParams.get("id")

export const loader = ({ request }: LoaderFunctionArgs) => ({ hasLink: tokenIn(request) !== null })

/** Opening the link changes nothing, since mail scanners open links too. */
export const action = formActions("anyone", {
  "use-device": [
    noInput,
    async (ctx, _input, { request, address }) => {
      const userId = await openDeviceLink(ctx, { token: tokenIn(request) ?? "", address })
      const headers = new Headers(flash("You can log in from this device now."))
      for (const cookie of ctx.ports.sessions.rememberDevice(request, userId))
        headers.append("Set-Cookie", cookie)
      return redirect(ROLE_PAGES.admin.signIn, { headers })
    },
  ],
  "send-link": [
    forgotPasswordInput,
    async (ctx, { email }, { address }) => {
      await requestDeviceLink(ctx, { email, address })
      const sent = "If that address has an account, we've emailed it a link."
      return redirect(ROLE_PAGES.admin.signIn, { headers: flash(sent) })
    },
  ],
})

export default function ThisDevice({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SignInPage title="Use this device">
      {loaderData.hasLink ? <UseForm answer={actionData} /> : <AskForm answer={actionData} />}
      <PageToast message={actionData?.toast} />
    </SignInPage>
  )
}

function UseForm({ answer }: { answer: FormAnswer | undefined }) {
  const [form] = useSchemaForm(noInput, { id: "use", answer })
  return (
    <Form form={form} reloadDocument>
      <input type="hidden" name="intent" value="use-device" />
      <p>
        Other people's wrong passwords no longer lock this device out. You still log in with your password and
        code.
      </p>
      <SubmitButton wide>Use this device</SubmitButton>
    </Form>
  )
}

function AskForm({ answer }: { answer: FormAnswer | undefined }) {
  const [form, fields] = useSchemaForm(forgotPasswordInput, { id: "ask", answer })
  return (
    <Form form={form} reloadDocument>
      <input type="hidden" name="intent" value="send-link" />
      <p>
        If an admin account is locked because of too many wrong passwords, we email its owner a link. Open it
        on the device you want to log in from.
      </p>
      <EmailInput field={fields.email} />
      <SubmitButton wide>Send me a link</SubmitButton>
    </Form>
  )
}
