import { z } from "zod"
import { Button } from "#app/ui/button.tsx"
import { Card, Pill } from "#app/ui/card.tsx"
import { Form, useSchemaForm } from "#app/ui/form.tsx"
import { Icon } from "#app/ui/icon.tsx"
import type { SectionProps } from "./you-section.tsx"

const nothing = z.object({})
export const AS = {
  customer: "As a customer",
  seller: "As a seller",
  deliverer: "As a deliverer",
  admin: "As an admin",
} as const

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
    <li className="account-row">
      <Icon name={session.isPhone ? "smartphone" : "laptop"} />
      <div className="account-fact">
        <span className="split-start">
          <strong>{session.device}</strong>
          {session.isThis && <Pill>This one</Pill>}
        </span>
        <span className="hint">
          {AS[session.role]}, since {session.since}
        </span>
      </div>
      {!session.isThis && (
        <Form form={form} className="">
          <input type="hidden" name="intent" value="end-session" />
          <input type="hidden" name="sessionId" value={session.id} />
          <Button kind="plain" small>
            Sign out<span className="sr-only"> {session.device}</span>
          </Button>
        </Form>
      )}
    </li>
  )
}
