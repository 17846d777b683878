import { ask } from "#app/forms/ask.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { OrderItems } from "#app/orders/order-items.tsx"
import { OrderNoteText } from "#app/orders/order-note.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { shownAddress, shownLine } from "#core/orders/shown-order.server.ts"
import { viewSellerOrder } from "#core/orders/view-seller-order.server.ts"
import type { Route } from "./+types/market-order-details.ts"

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Order ${loaderData?.order.number ?? ""} — Pushcart` },
]

export async function loader({ url, context }: Route.LoaderArgs) {
  const id = url.searchParams.get("OrderDetails") ?? ""
  const { order, lines, delivery, customerName } = await ask(
    viewSellerOrder(requireContext(context, "seller"), id),
  )
  const { number, status, note, replacement } = order
  // No more than the page shows: what a loader answers can be read in the page's source.
  return {
    order: { id: order.id, number, status, note, replacement },
    lines: lines.map(shownLine),
    who: `For ${customerName}`,
    delivery: status && delivery && shownAddress(delivery),
  }
}

export default function MarketOrderDetails({ loaderData }: Route.ComponentProps) {
  const { order } = loaderData
  useLive(({ data }) => changed(data, "orders"))
  return (
    <OrderItems {...loaderData} asked={<OrderNoteText order={order} reader="seller" />}>
      <LinkButton to={`/order-seller?OrderID=${order.id}`}>Open this order</LinkButton>
      <LinkButton kind="plain" to="/marketOrders">
        All orders
      </LinkButton>
    </OrderItems>
  )
}
