import { z } from "zod"
import { Button } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { Form, useSchemaForm } from "#app/ui/form.tsx"
import { DeviceRow } from "./device-row.tsx"
import type { SectionProps } from "./you-section.tsx"

const nothing = z.object({})

/** Where the person is signed in; this device is marked, the others can be signed out. */
export function SessionsSection({ view: { sessions } }: Pick<SectionProps, "view">) {
  const [others] = useSchemaForm(nothing, { id: "end-other-sessions" })
  return (
    <Card id="sessions" className="stack account-card" aria-labelledby="sessions-title">
      <div className="split">
        <h2 id="sessions-title">Signed in on</h2>
        {sessions.length > 1 && (
          <Form form={others} className="">
            <input type="hidden" name="intent" value="end-other-sessions" />
            <Button kind="plain" small>
              Sign out all others
            </Button>
          </Form>
        )}
      </div>
      <p className="hint">Each one is signed out by itself after 8 hours.</p>
      <ul>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </Card>
  )
}

function SessionRow({ session }: { session: SectionProps["view"]["sessions"][number] }) {
  const [form] = useSchemaForm(nothing, { id: `session-${session.id}` })
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
