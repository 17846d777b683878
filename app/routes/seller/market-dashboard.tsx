import { ask } from "#app/forms/ask.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { SellerStatusCard } from "#app/seller/status-card.tsx"
import { AccountLinks } from "#app/ui/account-links.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { Card, Receipt } from "#app/ui/card.tsx"
import { Money } from "#app/ui/money.tsx"
import { LivePaused, Notice } from "#app/ui/states.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { type SellerDashboard, sellerDashboard } from "#core/accounts/seller-dashboard.server.ts"
import type { Route } from "./+types/market-dashboard.ts"
import "../../seller/dashboard.css"

export const meta: Route.MetaFunction = () => [{ title: "Your market — Pushcart" }]

export const loader = ({ context }: Route.LoaderArgs) =>
  ask(sellerDashboard(requireContext(context, "seller")))

export default function MarketDashboard({ loaderData }: Route.ComponentProps) {
  const { info, paymentFailed, status } = loaderData
  useLive(({ data }) => ["orders", "account", "money"].some((what) => changed(data, what)))
  return (
    <div className="stack">
      <h1>{info.name}</h1>
      <LivePaused />
      {paymentFailed && (
        <Notice kind="bad">
          We could not charge your card for the subscription. We try again over the next days; with another
          card it is done at once.
        </Notice>
      )}
      <SellerStatusCard status={status} />
      <div className="dashboard">
        <Revenue dashboard={loaderData} />
        <Orders orders={loaderData.orders} />
        <Information info={info} />
      </div>
      <AccountLinks />
    </div>
  )
}

function Revenue({ dashboard: { revenue, subscribed } }: { dashboard: SellerDashboard }) {
  return (
    <Card className="stack">
      <h2>Revenue</h2>
      <Receipt
        lines={[
          { label: "Pending Total", value: <Money cents={revenue.pendingCents} /> },
          { label: "Available Total", value: <Money cents={revenue.availableCents} />, total: true },
        ]}
      />
      <div className="actions">
        <LinkButton small to={`/payout?Balance=${(revenue.availableCents / 100).toFixed(2)}`}>
          Payout
        </LinkButton>
        {subscribed && (
          <>
            <LinkButton small kind="plain" to="/updateCard">
              Update Card Information
            </LinkButton>
            <LinkButton small kind="plain" to="/cancel-subscription">
              Cancel Subscription
            </LinkButton>
          </>
        )}
      </div>
    </Card>
  )
}

function Orders({ orders }: { orders: SellerDashboard["orders"] }) {
  return (
    <Card className="stack">
      <h2>Orders</h2>
      <Receipt
        lines={[
          { label: "Total Orders", value: <span className="num">{orders.total}</span> },
          { label: "Complete Orders", value: <span className="num">{orders.complete}</span> },
          { label: "Uncomplete Orders", value: <span className="num">{orders.uncomplete}</span> },
        ]}
      />
      <div className="actions">
        <LinkButton small to="/marketOrders">
          View Orders
        </LinkButton>
      </div>
    </Card>
  )
}

function Information({ info }: { info: SellerDashboard["info"] }) {
  return (
    <Card className="stack">
      <h2>Information</h2>
      <Receipt
        lines={[
          { label: "Name", value: `${info.firstName} ${info.lastName}` },
          { label: "Market", value: info.name },
          { label: "Address", value: info.address },
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
