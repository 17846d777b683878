import type { ReactNode } from "react"
import { Card } from "#app/ui/card.tsx"
import { Notice } from "#app/ui/states.tsx"
import { Tabs } from "#app/ui/wayfinding.tsx"
import { DEMO_LOGINS, DEMO_PASSWORD, SATURDAY_LOGIN } from "#core/identity/demo-logins.ts"
import type { Role } from "#core/identity/roles.ts"

type Tab = { label: string; to: string; current: boolean }

type Props = {
  title: string
  /** Omit for a page with one form. */
  tabs?: Tab[]
  /** The role whose demo login to show; null outside of a demo. */
  demo?: Role | null
  children: ReactNode
}

/** The narrow card of all sign-in, registration and recovery pages. */
export function SignInPage({ title, tabs, demo, children }: Props) {
  return (
    <div className="sign-in">
      <h1>{title}</h1>
      {tabs && <Tabs tabs={tabs} label="Login or register" />}
      <Card className="stack">{children}</Card>
      {demo && (
        <Notice kind="info">
          <p>
            This is a demo: log in as <b>{DEMO_LOGINS[demo]}</b> with the password <b>{DEMO_PASSWORD}</b>
          </p>
          {demo === "seller" && (
            <p>
              For a Saturday with forty orders, log in as <b>{SATURDAY_LOGIN}</b>
            </p>
          )}
        </Notice>
      )}
    </div>
  )
}
