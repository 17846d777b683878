import { CountsCard, InformationCard, RevenueCard } from "#app/dashboard/ledger-cards.tsx"
import { NeedsAttention } from "#app/dashboard/needs-attention.tsx"
import { SellerDayFigures } from "#app/dashboard/seller-day-figures.tsx"
import { SellerStatusCard } from "#app/dashboard/seller-status-card.tsx"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { PushCard } from "#app/push/push-card.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { Link } from "#app/ui/link.tsx"
import { LivePaused, Notice } from "#app/ui/states.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { sellerDashboard } from "#core/approvals/seller-dashboard.server.ts"
import type { Route } from "./+types/market-dashboard.ts"
import "../../dashboard/dashboard.css"

export const meta: Route.MetaFunction = () => [{ title: "Your market — Pushcart" }]

export const loader = ({ context }: Route.LoaderArgs) =>
  orNotFound(sellerDashboard(requireContext(context, "seller")))

export default function MarketDashboard({ loaderData }: Route.ComponentProps) {
  const { info, revenue, orders, subscribed, paymentFailed, pausedText, status } = loaderData
  const { today, draft, failedPayout } = loaderData
  useLive(({ data }) => ["orders", "account", "money"].some((what) => changed(data, what)))
  return (
    <div className="stack">
      <h1>{info.name}</h1>
      <LivePaused />
      {paymentFailed && (
        <Notice kind="bad">
          We couldn't charge your card for the subscription. We'll try again over the next few days; if you
          add another card, we'll charge it right away.
        </Notice>
      )}
      {pausedText && (
        <Notice>
          <p>{`${pausedText}. Customers can't order from you meanwhile.`}</p>
          <Link to="/my-market" className="text-link">
            Change the pause
          </Link>
        </Notice>
      )}
      {orders.total > 0 && <SellerDayFigures today={today} />}
      <NeedsAttention waiting={today.waiting} draft={draft} failedPayout={failedPayout} />
      <SellerStatusCard status={status} isPaused={pausedText !== null} />
      <div className="dashboard">
        <RevenueCard revenue={revenue}>
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
        </RevenueCard>
        <CountsCard
          title="Orders"
          counts={{
            "Total Orders": orders.total,
            "Complete Orders": orders.complete,
            "Uncomplete Orders": orders.uncomplete,
            ...(orders.cancelled > 0 && { "Canceled Orders": orders.cancelled }),
          }}
          to="/marketOrders"
          label="View Orders"
          also={orders.uncomplete > 0 ? { to: "/pick-list", label: "Pick list" } : undefined}
        />
        <InformationCard info={info} />
      </div>
      {status.card.kind === "products" && <PushCard to="seller" />}
    </div>
  )
}
