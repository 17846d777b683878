import type { SellerStatus } from "#core/accounts/seller-card.ts"
import { LinkButton } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"

/** Where the seller stands, in the specification's words (section 4), and the one thing to do next. */
export function SellerStatusCard({ status }: { status: SellerStatus }) {
  return (
    <Card className="stack" aria-label="Status">
      <Words status={status} />
      {status.requirementsDue && (
        <p>
          Stripe needs something more from you.{" "}
          <LinkButton kind="plain" small to="/requirement">
            Meet Requirement
          </LinkButton>
        </p>
      )}
    </Card>
  )
}

function Words({ status: { card } }: { status: SellerStatus }) {
  switch (card.kind) {
    case "products":
      return (
        <>
          <h2>Products</h2>
          <p className="soft">Your market is open.</p>
          <div className="actions">
            <LinkButton to="/add-product">Insert a Product</LinkButton>
            {card.canViewProducts && (
              <LinkButton kind="plain" to="/all-my-products">
                View my Products
              </LinkButton>
            )}
          </div>
        </>
      )
    case "waiting-for-approval":
      return (
        <>
          <h2>Waiting for approval to sell</h2>
          <p className="soft">Our team looks at your papers and writes to you.</p>
        </>
      )
    case "denied":
      return (
        <>
          <h2>Your market was not approved</h2>
          <p>{card.reason}</p>
        </>
      )
    case "rejected-by-stripe":
      return (
        <>
          <h2>You have been reject from stripe</h2>
          <p className="soft">Stripe could not use what you entered, or wants to know more.</p>
          <LinkButton to="/requirement">Meet Requirement</LinkButton>
        </>
      )
    case "connect-stripe":
      return (
        <>
          <h2>Connect with Stripe</h2>
          <p>Must register for stripe to handle payments</p>
          <LinkButton to="/register-stripe">Register</LinkButton>
        </>
      )
    case "subscribe":
      return (
        <>
          <h2>Subscribe to sell on this platform</h2>
          <p className="soft">$5.00 a month, and you can cancel at any time.</p>
          <LinkButton to="/register-subscription">Subscribe</LinkButton>
        </>
      )
    case "please-wait":
      return <h2>Please Wait, Come back later further updates</h2>
  }
}
