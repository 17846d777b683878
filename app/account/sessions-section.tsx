import { noInput } from "#app/forms/no-input.ts"
import { recentOnes } from "#app/identity/passkey-line.ts"
import { PasskeyReviewFields } from "#app/identity/passkey-review-fields.tsx"
import { Button } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { Form, useSchemaForm } from "#app/ui/form.tsx"
import { passkeyReviewInput } from "#core/passkeys/passkey-review.ts"
import { EditLink } from "./account-row.tsx"
import { DeviceRow } from "./device-row.tsx"
import { EditForm } from "./edit-form.tsx"
import type { SectionProps } from "./you-section.tsx"

const HERE = "sessions"
/** Where the person is signed in. This device is marked; the others can be signed out. */
export function SessionsSection({ view }: Pick<SectionProps, "view">) {
  const { sessions, passkeys, edit } = view
  const hasOthers = sessions.length > 1
  const isReviewing = hasOthers && passkeys.length > 0 && edit === "other-sessions"
  return (
    <Card id={HERE} className="stack account-card" aria-labelledby="sessions-title">
      <div className="split">
        <h2 id="sessions-title">Signed in on</h2>
        {hasOthers && !isReviewing && <SignOutOthers hasPasskeys={passkeys.length > 0} />}
      </div>
      {isReviewing && <SignOutForm view={view} />}
      <p className="hint">Each one is signed out automatically after 8 hours.</p>
      <ul>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </Card>
  )
}

const SIGN_OUT_OTHERS = "Sign out all others"

/** A person with passkeys reviews them first: a stranger may have added one. */
function SignOutOthers({ hasPasskeys }: { hasPasskeys: boolean }) {
  const [form] = useSchemaForm(noInput, { id: "end-other-sessions" })
  if (hasPasskeys) return <EditLink to={`other-sessions#${HERE}`}>{SIGN_OUT_OTHERS}</EditLink>
  return (
    <Form form={form} className="">
      <input type="hidden" name="intent" value="end-other-sessions" />
      <Button kind="plain" small>
        {SIGN_OUT_OTHERS}
      </Button>
    </Form>
  )
}

function SignOutForm({ view: { passkeys } }: Pick<SectionProps, "view">) {
  const [form, fields] = useSchemaForm(passkeyReviewInput, {
    id: "end-other-sessions",
    defaultValue: { removedPasskeys: recentOnes(passkeys) },
  })
  return (
    <EditForm form={form} intent="end-other-sessions" section={HERE} submit={SIGN_OUT_OTHERS}>
      <PasskeyReviewFields passkeys={passkeys} field={fields.removedPasskeys} onlyRecent />
    </EditForm>
  )
}

function SessionRow({ session }: { session: SectionProps["view"]["sessions"][number] }) {
  const [form] = useSchemaForm(noInput, { id: `session-${session.id}` })
  return (
    <DeviceRow device={session}>
      {!session.isThis && (
        <Form form={form} className="">
          <input type="hidden" name="intent" value="end-session" />
          <input type="hidden" name="sessionId" value={session.id} />
          <Button kind="plain" small>
            Sign out<span className="sr-only">{` ${session.device}`}</span>
          </Button>
        </Form>
      )}
    </DeviceRow>
  )
}
