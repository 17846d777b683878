import { LinkButton } from "#app/ui/button.tsx"
import { Card, Receipt } from "#app/ui/card.tsx"
import type { Elements } from "#app/ui/elements.ts"
import { Money } from "#app/ui/money.tsx"
import type { Cents } from "#core/money.ts"

type Revenue = { pendingCents: Cents; availableCents: Cents }

/** The earnings and the balance to pay out, for sellers and couriers. */
export function RevenueCard({ revenue, children }: { revenue: Revenue; children: Elements }) {
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
        <LinkButton
          small
          kind={revenue.availableCents > 0 ? "leaf" : "plain"}
          to={`/payout?Balance=${(revenue.availableCents / 100).toFixed(2)}`}
        >
          Payout
        </LinkButton>
        {children}
      </div>
    </Card>
  )
}

/** A count and a link to its list. */
export function CountsCard(props: {
  title: string
  counts: Record<string, number>
  to: string
  label: string
  /** Another link, beside the main one. */
  also?: { to: string; label: string } | undefined
}) {
  const lines = Object.entries(props.counts)
  return (
    <Card className="stack">
      <h2>{props.title}</h2>
      <Receipt
        lines={lines.map(([label, count]) => ({ label, value: <span className="num">{count}</span> }))}
      />
      <div className="actions">
        <LinkButton small to={props.to}>
          {props.label}
        </LinkButton>
        {props.also && (
          <LinkButton small kind="plain" to={props.also.to}>
            {props.also.label}
          </LinkButton>
        )}
      </div>
    </Card>
  )
}

type Info = Record<
  "firstName" | "lastName" | "address" | "city" | "state" | "zip" | "phone" | "email",
  string
>

/** The person's own data; with a market name for sellers, and for couriers a second address line if there is one. */
export function InformationCard({ info }: { info: Info & { name?: string; addressOne?: string } }) {
  return (
    <Card className="stack">
      <h2>Information</h2>
      <Receipt
        lines={[
          { label: "Name", value: `${info.firstName} ${info.lastName}` },
          info.name ? { label: "Market", value: info.name } : null,
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
