import type { DelivererStatus } from "#core/accounts/deliverer-card.ts"
import { LinkButton } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"

/** Where the deliverer stands, in the specification's words (section 4), and the one thing to do next. */
export function DelivererStatusCard({ status }: { status: DelivererStatus }) {
  return (
    <Card className="stack" aria-label="Status">
      <Words status={status} />
      {status.requirementsDue && (
        <p>
          Stripe needs something more from you.{" "}
          <LinkButton kind="plain" small to="/requirement-express">
            Meet Requirement
          </LinkButton>
        </p>
      )}
    </Card>
  )
}

function Words({ status: { card } }: { status: DelivererStatus }) {
  switch (card.kind) {
    case "waiting-for-approval":
      return (
        <>
          <h2>Waiting for approval to Deliverer</h2>
          <p className="soft">Our team looks at your photo ID and writes to you.</p>
        </>
      )
    case "denied":
      return (
        <>
          <h2>You were not approved to deliver</h2>
          <p>{card.reason}</p>
        </>
      )
    case "rejected-by-stripe":
      return (
        <>
          <h2>You have been reject from stripe</h2>
          <p className="soft">Stripe could not use what you entered, or wants to know more.</p>
          <LinkButton to="/requirement-express">Meet Requirement</LinkButton>
        </>
      )
    case "connect-stripe":
      return (
        <>
          <h2>Connect with Stripe</h2>
          <p className="soft">Your deliveries are paid through Stripe: tell it where the money goes.</p>
          <LinkButton to="/stripe">Register</LinkButton>
        </>
      )
    case "deliver":
      return (
        <>
          <h2>Deliver with Pushcart</h2>
          <p className="soft">Orders wait at the markets around you.</p>
          <LinkButton to="/deliveries">Search New Deliveries</LinkButton>
        </>
      )
    case "please-wait":
      return <h2>Please Wait</h2>
  }
}
