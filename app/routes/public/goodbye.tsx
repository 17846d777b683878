import type { PageHandle } from "#app/page-handle.ts"
import { LinkButton } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import type { Route } from "./+types/goodbye.ts"

export const handle: PageHandle = { hydrate: "none" }

export const meta: Route.MetaFunction = () => [{ title: "Your account is deleted — Pushcart" }]

/** The page after an account deletion. */
export default function Goodbye() {
  return (
    <div className="stack narrow">
      <h1>Your account is deleted</h1>
      <Card className="stack">
        <p>
          You are logged out everywhere, and your name, addresses and photos are gone. We'll send you one last
          email to confirm it; after that, we forget your email address too.
        </p>
        <p>Thank you for being here. You can register again whenever you like, with the same email.</p>
        <p>
          <LinkButton to="/home">See the markets</LinkButton>
        </p>
      </Card>
    </div>
  )
}
