import { ask } from "#app/forms/ask.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { OrderLines } from "#app/orders/order-lines.tsx"
import { ShippingAddress } from "#app/orders/shipping-address.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { statusText } from "#core/orders/statuses.ts"
import { viewSellerOrder } from "#core/orders/view-seller-order.server.ts"
import type { Route } from "./+types/market-order-details.ts"

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Order ${loaderData?.order.number ?? ""} — Pushcart` },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const id = new URL(request.url).searchParams.get("OrderDetails") ?? ""
  const { order, lines, delivery, customerName } = await ask(
    viewSellerOrder(requireContext(context, "seller"), id),
  )
  return { order, lines, customerName, delivery: order.status ? delivery : null }
}

export default function MarketOrderDetails({ loaderData }: Route.ComponentProps) {
  const { order, lines, delivery, customerName } = loaderData
  useLive(({ data }) => changed(data, "orders"))
  return (
    <div className="stack">
      <h1>
        Order <span className="num">{order.number}</span>
      </h1>
      <p className="lead">
        For {customerName}: {statusText(order.status)}
      </p>
      <OrderLines lines={lines} />
      {delivery && (
        <Card className="stack">
          <h2>Shipping address</h2>
          <ShippingAddress to={delivery} />
        </Card>
      )}
      <div className="split-start">
        <LinkButton to={`/order-seller?OrderID=${order.id}`}>Open this order</LinkButton>
        <LinkButton kind="plain" to="/marketOrders">
          All orders
        </LinkButton>
      </div>
    </div>
  )
}
