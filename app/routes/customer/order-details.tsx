import { orNotFound } from "#app/forms/or-not-found.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { ItemsSent } from "#app/orders/order-items.tsx"
import { OrderState } from "#app/orders/order-state.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { shownAddress, shownLinesToCustomer } from "#core/orders/shown-order.server.ts"
import { productsWithPage, stateOfOrder, viewCustomerOrder } from "#core/orders/view-customer-order.server.ts"
import type { Route } from "./+types/order-details.ts"

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Order ${loaderData?.order.number ?? ""} — Pushcart` },
]

export async function loader({ url, context }: Route.LoaderArgs) {
  const id = url.searchParams.get("OrderDetails") ?? ""
  const ctx = requireContext(context, "customer")
  const view = await orNotFound(viewCustomerOrder(ctx, id))
  const { order, delivery, market } = view
  const [state, withPage] = await Promise.all([stateOfOrder(ctx, view), productsWithPage(ctx, view)])
  const { sentence, next, expected } = state
  // Only what the page shows: a loader's data can be read in the page's source.
  return {
    order: { id: order.id, number: order.number, fulfilment: order.fulfilment },
    marketName: market.name,
    state: { sentence, next, expected },
    lines: shownLinesToCustomer(view, withPage),
    delivery: order.status && delivery && shownAddress(delivery),
  }
}

export default function OrderDetails({ loaderData }: Route.ComponentProps) {
  const { order, marketName, state, lines, delivery } = loaderData
  useLive(({ data }) => changed(data, "orders"))
  return (
    <div className="stack">
      <OrderState {...order} marketName={marketName} state={state} />
      <div className="split-start">
        <LinkButton to={`/order?OrderID=${order.id}`}>Follow this order</LinkButton>
      </div>
      <ItemsSent lines={lines} delivery={delivery} />
      <div className="split-start">
        <LinkButton kind="plain" to="/customer-orders">
          All your orders
        </LinkButton>
      </div>
    </div>
  )
}
