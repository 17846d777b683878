import { ask } from "#app/forms/ask.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { OrderLines } from "#app/orders/order-lines.tsx"
import { ShippingAddress } from "#app/orders/shipping-address.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { LivePaused } from "#app/ui/states.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { statusText } from "#core/orders/statuses.ts"
import { viewCustomerOrder } from "#core/orders/view-customer-order.server.ts"
import type { Route } from "./+types/order-details.ts"

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Order ${loaderData?.order.number ?? ""} — Pushcart` },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const id = new URL(request.url).searchParams.get("OrderDetails") ?? ""
  const { order, market, lines, delivery } = await ask(
    viewCustomerOrder(requireContext(context, "customer"), id),
  )
  return { order, marketName: market.name, lines, delivery: order.status ? delivery : null }
}

export default function OrderDetails({ loaderData }: Route.ComponentProps) {
  const { order, marketName, lines, delivery } = loaderData
  useLive(({ data }) => changed(data, "orders"))
  return (
    <div className="stack">
      <h1>
        Order <span className="num">{order.number}</span>
      </h1>
      <p className="lead">
        From {marketName}: {statusText(order.status)}
      </p>
      <LivePaused />
      <OrderLines lines={lines} />
      {delivery && (
        <Card className="stack">
          <h2>Shipping address</h2>
          <ShippingAddress to={delivery} />
        </Card>
      )}
      <div className="split-start">
        <LinkButton to={`/order?OrderID=${order.id}`}>Follow this order</LinkButton>
        <LinkButton kind="plain" to="/customer-orders">
          All your orders
        </LinkButton>
      </div>
    </div>
  )
}
