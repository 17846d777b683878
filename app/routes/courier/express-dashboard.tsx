import { AccountLinks } from "#app/dashboard/account-links.tsx"
import { CountsCard, InformationCard, RevenueCard } from "#app/dashboard/ledger-cards.tsx"
import "#app/dashboard/dashboard.css"
import { Link } from "react-router"
import { CourierStatusCard } from "#app/deliveries/courier-card.tsx"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { PushCard } from "#app/push/push-card.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { LivePaused } from "#app/ui/states.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { courierDashboard } from "#core/approvals/courier-dashboard.server.ts"
import type { Route } from "./+types/express-dashboard.ts"

export const meta: Route.MetaFunction = () => [{ title: "Your deliveries — Pushcart" }]

export const loader = ({ context }: Route.LoaderArgs) =>
  orNotFound(courierDashboard(requireContext(context, "deliverer")))

export default function ExpressDashboard({ loaderData }: Route.ComponentProps) {
  const { info, revenue, deliveries, hasAccount, status } = loaderData
  useLive(({ data }) => changed(data, "account") || changed(data, "money"))
  return (
    <div className="stack">
      <h1>{`Hello, ${info.firstName}`}</h1>
      <LivePaused />
      <CourierStatusCard status={status} />
      <div className="dashboard">
        <RevenueCard revenue={revenue}>
          <LinkButton small kind="plain" to={hasAccount ? "/requirement-express" : "/stripe"}>
            Payout account
          </LinkButton>
        </RevenueCard>
        <CountsCard
          title="Deliveries"
          counts={{ "Total Deliveries": deliveries }}
          to="/all-deliveries"
          label="View Deliveries"
        />
        <InformationCard info={info} />
        <p className="soft">
          Products and the monthly subscription belong to sellers. You can{" "}
          <Link to="/market?tab=register">register a market</Link> with the same email.
        </p>
      </div>
      {status.card.kind === "deliver" && <PushCard to="deliverer" />}
      <AccountLinks />
    </div>
  )
}
