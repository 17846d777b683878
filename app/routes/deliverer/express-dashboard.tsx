import { AccountLinks } from "#app/ui/account-links.tsx"
import "../../deliveries/dashboard.css"
import { Link } from "react-router"
import { DelivererStatusCard } from "#app/deliveries/deliverer-card.tsx"
import { ask } from "#app/forms/ask.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { LinkButton } from "#app/ui/button.tsx"
import { Card, Receipt } from "#app/ui/card.tsx"
import { Money } from "#app/ui/money.tsx"
import { LivePaused } from "#app/ui/states.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { type DelivererDashboard, delivererDashboard } from "#core/accounts/deliverer-dashboard.server.ts"
import type { Route } from "./+types/express-dashboard.ts"

export const meta: Route.MetaFunction = () => [{ title: "Your deliveries — Pushcart" }]

export const loader = ({ context }: Route.LoaderArgs) =>
  ask(delivererDashboard(requireContext(context, "deliverer")))

export default function ExpressDashboard({ loaderData }: Route.ComponentProps) {
  const { info, revenue, deliveries, hasAccount, status } = loaderData
  useLive(({ data }) => changed(data, "account") || changed(data, "money"))
  return (
    <div className="stack">
      <h1>Hello {info.firstName}</h1>
      <LivePaused />
      <DelivererStatusCard status={status} />
      <div className="courier-dashboard">
        <Card className="stack">
          <h2>Revenue</h2>
          <Receipt
            lines={[
              { label: "Pending Total", value: <Money cents={revenue.pendingCents} /> },
              { label: "Available Total", value: <Money cents={revenue.availableCents} />, total: true },
            ]}
          />
          <div className="split-start">
            <LinkButton small to={`/payout?Balance=${(revenue.availableCents / 100).toFixed(2)}`}>
              Payout
            </LinkButton>
            <LinkButton small kind="plain" to={hasAccount ? "/requirement-express" : "/stripe"}>
              Payout account
            </LinkButton>
          </div>
        </Card>
        <Card className="stack">
          <h2>Deliveries</h2>
          <Receipt
            lines={[{ label: "Total Deliveries", value: <span className="num">{deliveries}</span> }]}
          />
          <div className="split-start">
            <LinkButton small to="/all-deliveries">
              View Deliveries
            </LinkButton>
          </div>
        </Card>
        <Information info={info} />
        <p className="soft">
          Products and the monthly subscription belong to sellers. You can{" "}
          <Link to="/market?tab=register">register a market</Link> with the same email.
        </p>
      </div>
      <AccountLinks />
    </div>
  )
}

function Information({ info }: { info: DelivererDashboard["info"] }) {
  return (
    <Card className="stack">
      <h2>Information</h2>
      <Receipt
        lines={[
          { label: "Name", value: `${info.firstName} ${info.lastName}` },
          { label: "Address", value: info.address },
          info.addressOne ? { label: "Address 1", value: info.addressOne } : null,
          { label: "City", value: info.city },
          { label: "State", value: info.state },
          { label: "Zip", value: <span className="num">{info.zip}</span> },
          { label: "Phone", value: <span className="num">{info.phone}</span> },
          { label: "Email", value: info.email },
        ]}
      />
    </Card>
  )
}
