import { pageNumber } from "#app/catalog/page-number.ts"
import { TipText } from "#app/deliveries/delivery-facts.tsx"
import { requireContext } from "#app/guards/require-context.ts"
import { CallLinks } from "#app/orders/call-links.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { DateText } from "#app/ui/date-text.tsx"
import { Money } from "#app/ui/money.tsx"
import { EmptyState, ListTotal, ScrollArea } from "#app/ui/states.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { Pagination } from "#app/ui/wayfinding.tsx"
import { pageOfDelivered } from "#core/deliveries/list-deliveries.server.ts"
import { add } from "#core/money.ts"
import type { Route } from "./+types/all-deliveries.ts"

const LIST_HEIGHT = 200

export const meta: Route.MetaFunction = () => [{ title: "All your orders — Pushcart" }]

export const loader = ({ request, context }: Route.LoaderArgs) =>
  pageOfDelivered(requireContext(context, "deliverer"), pageNumber(new URL(request.url).searchParams))

export default function AllDeliveries({ loaderData }: Route.ComponentProps) {
  const { rows: delivered, page, pages, total } = loaderData
  useLive(({ data }) => changed(data, "money"))
  return (
    <div className="stack narrow">
      <h1>All your orders</h1>
      {delivered.length === 0 ? (
        <EmptyState
          text="You currently have no orders to be displayed"
          button={{ label: "Go to Dashboard", to: "/express-dashboard" }}
        />
      ) : (
        <>
          <ListTotal total={total} pages={pages} />
          <ScrollArea height={LIST_HEIGHT} label="Your delivered orders">
            <ul className="stack">
              {delivered.map((delivery) => (
                <Delivered key={delivery.id} delivery={delivery} />
              ))}
            </ul>
          </ScrollArea>
          <Pagination page={page} pages={pages} />
          <LinkButton kind="plain" to="/express-dashboard">
            Go to Dashboard
          </LinkButton>
        </>
      )}
    </div>
  )
}

type DeliveredRow = Route.ComponentProps["loaderData"]["rows"][number]

function Delivered({ delivery }: { delivery: DeliveredRow }) {
  const { orderNumber, feeCents, tipCents, deliveredAt, timeZone, firstName, phone } = delivery
  return (
    <Card as="li" className="stack">
      <div className="split">
        <div>
          <p>
            Order Number <strong className="num">{orderNumber}</strong>
          </p>
          {deliveredAt && (
            <p className="soft">
              <DateText iso={deliveredAt.toISOString()} timeZone={timeZone} />
            </p>
          )}
        </div>
        <p>
          <span>Delivery Money</span> <Money cents={add(feeCents, tipCents)} className="display" />
          <TipText tipCents={tipCents} />
        </p>
      </div>
      <CallLinks name={firstName} phone={phone} canText end={delivery.callEnd} timeZone={timeZone} />
    </Card>
  )
}
