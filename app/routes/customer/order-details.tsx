import { orNotFound } from "#app/forms/or-not-found.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { OrderItems } from "#app/orders/order-items.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { shownAddress, shownLines, shownTime } from "#core/orders/shown-order.server.ts"
import { viewCustomerOrder } from "#core/orders/view-customer-order.server.ts"
import type { Route } from "./+types/order-details.ts"

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Order ${loaderData?.order.number ?? ""} — Pushcart` },
]

export async function loader({ url, context }: Route.LoaderArgs) {
  const id = url.searchParams.get("OrderDetails") ?? ""
  const view = await orNotFound(viewCustomerOrder(requireContext(context, "customer"), id))
  const { order, delivery, market } = view
  // Only what the page shows: a loader's data can be read in the page's source.
  return {
    order: shownTime({ order }),
    timeZone: market.timeZone,
    lines: shownLines(view),
    who: `From ${market.name}`,
    delivery: order.status && delivery && shownAddress(delivery),
  }
}

export default function OrderDetails({ loaderData }: Route.ComponentProps) {
  const { order } = loaderData
  useLive(({ data }) => changed(data, "orders"))
  return (
    <OrderItems {...loaderData}>
      <LinkButton to={`/order?OrderID=${order.id}`}>Follow this order</LinkButton>
      <LinkButton kind="plain" to="/customer-orders">
        All your orders
      </LinkButton>
    </OrderItems>
  )
}
