import "#app/orders/orders.css"
import { pageNumber } from "#app/catalog/page-number.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { OrderWindow } from "#app/orders/order-window.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { Card, Dash, Pill, Receipt } from "#app/ui/card.tsx"
import { DateText } from "#app/ui/date-text.tsx"
import { Link } from "#app/ui/link.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { EmptyState, ListTotal, LivePaused, ScrollArea } from "#app/ui/states.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { Pagination } from "#app/ui/wayfinding.tsx"
import { type CustomerOrderCard, pageOfCustomerOrders } from "#core/orders/list-customer-orders.server.ts"
import { statusText } from "#core/orders/statuses.ts"
import type { Route } from "./+types/customer-orders.ts"

export const meta: Route.MetaFunction = () => [{ title: "All your orders — Pushcart" }]

export const loader = ({ request, context }: Route.LoaderArgs) =>
  pageOfCustomerOrders(requireContext(context, "customer"), pageNumber(new URL(request.url).searchParams))

export default function CustomerOrders({ loaderData }: Route.ComponentProps) {
  const { rows: orders, page, pages, total } = loaderData
  useLive(({ data }) => changed(data, "orders"))
  return (
    <div className="stack">
      <h1>All your orders</h1>
      <LivePaused />
      {orders.length === 0 ? (
        <EmptyState
          text="You currently have no orders to be displayed"
          button={{ label: "Shop", to: "/home" }}
        />
      ) : (
        <>
          <ListTotal total={total} pages={pages} />
          <ScrollArea height={400} label="Your orders">
            <ul className="stack orders">
              {orders.map((order) => (
                <OrderCard key={order.id} order={order} />
              ))}
            </ul>
          </ScrollArea>
          <Pagination page={page} pages={pages} />
        </>
      )}
    </div>
  )
}

function OrderCard({ order }: { order: CustomerOrderCard }) {
  return (
    <Card as="li">
      <div className="split">
        <h2>
          Order <span className="num">{order.number}</span>
        </h2>
        <Pill ground={order.status === "cancelled" ? "blush" : "sage"}>{statusText(order.status)}</Pill>
      </div>
      <p className="soft">{order.marketName}</p>
      <OrderWindow order={order} timeZone={order.timeZone} />
      {order.isAsked && (
        <p>
          <Link className="text-link" to={`/order?OrderID=${order.id}#replacement`}>
            Something is out: answer about a replacement
          </Link>
        </p>
      )}
      <Dash />
      <Receipt
        lines={[
          { label: "Confirmation", value: order.confirmation },
          {
            label: "Date made",
            value: <DateText iso={order.createdAt.toISOString()} timeZone={order.timeZone} />,
          },
          { label: "Tax", value: moneyText(order.taxCents) },
          { label: "Total", value: moneyText(order.totalCents), total: true },
          order.refundedCents > 0 ? { label: "Refunded", value: moneyText(-order.refundedCents) } : null,
        ]}
      />
      <div className="split space-above">
        <LinkButton
          small
          to={`/order-details?OrderDetails=${order.id}`}
          aria-label={`View Order ${order.number}`}
        >
          View Order
        </LinkButton>
      </div>
    </Card>
  )
}
