import { type ActionFunctionArgs, Form, type LoaderFunctionArgs, redirect } from "react-router"
import { coreContext } from "#app/context.ts"
import { noInput } from "#app/forms/no-input.ts"
import { submitForm } from "#app/forms/submit-form.ts"
import type { PageHandle } from "#app/page-handle.ts"
import { Button } from "#app/ui/button.tsx"
import { Link } from "#app/ui/link.tsx"
import { Notice } from "#app/ui/states.tsx"
import { readUnsubscribe, unsubscribe } from "#core/notifications/unsubscribe.server.ts"
import type { Route } from "./+types/unsubscribe.ts"

export const handle: PageHandle = { hydrate: "none" }
export const meta = () => [{ title: "Stop emails — Pushcart" }, { name: "robots", content: "noindex" }]

const codeIn = (request: Request) => new URL(request.url).searchParams.get("code") ?? ""

/** Opening the link changes nothing, since mail scanners open links too. */
export const loader = ({ request, context }: LoaderFunctionArgs) => {
  const { ports } = context.get(coreContext)
  return {
    label: readUnsubscribe(ports.emailFooters, codeIn(request))?.label ?? null,
    isDone: new URL(request.url).searchParams.has("done"),
  }
}

/** For this page's button and for a mail program's, which must not be redirected to another page (RFC 8058). */
export const action = ({ request, context }: ActionFunctionArgs) =>
  submitForm(request, noInput, async (_input, { formData }) => {
    const code = codeIn(request)
    await unsubscribe(context.get(coreContext), code)
    if (formData.has("List-Unsubscribe")) return { isDone: true }
    return redirect(`/unsubscribe?code=${encodeURIComponent(code)}&done=1`)
  })

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const { label } = loaderData
  const isDone = loaderData.isDone || (actionData && "isDone" in actionData)
  return (
    <div className="stack narrow">
      <h1>Stop emails</h1>
      {label && isDone ? <Done label={label} /> : <Ask label={label} />}
      <p>
        You can see everything we notify you about on your <Link to="/account#choices">account page</Link>,
        where you can turn it on and off.
      </p>
    </div>
  )
}

function Ask({ label }: { label: string | null }) {
  if (!label)
    return <Notice>This link doesn't work. Use the one in the newest email, or your account page.</Notice>
  return (
    <Form method="post" reloadDocument className="stack">
      <p>
        We email you about: <strong>{label}</strong>. Receipts and what concerns the safety of your account
        always come.
      </p>
      <Button>Stop these emails</Button>
    </Form>
  )
}

const Done = ({ label }: { label: string }) => (
  <Notice kind="good" role="status">
    {`Done. We'll no longer email you about “${label}”.`}
  </Notice>
)
