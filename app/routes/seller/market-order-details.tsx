import { useSearchParams } from "react-router"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { CallLinks } from "#app/orders/call-links.tsx"
import { ChargedBackNotice } from "#app/orders/charged-back-notice.tsx"
import { OrderItems } from "#app/orders/order-items.tsx"
import { OrderNoteText } from "#app/orders/order-note.tsx"
import { OrderRefunds } from "#app/orders/order-refunds.tsx"
import { listOfOrder, placeInList } from "#app/orders/place-in-list.ts"
import { LinkButton } from "#app/ui/button.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { packingStepOf } from "#core/orders/packing.ts"
import { shownAddress, shownLines, shownRefundToSeller, shownTime } from "#core/orders/shown-order.server.ts"
import { viewSellerOrder } from "#core/orders/view-seller-order.server.ts"
import type { Route } from "./+types/market-order-details.ts"

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Order ${loaderData?.order.number ?? ""} — Pushcart` },
]

export async function loader({ url, context }: Route.LoaderArgs) {
  const id = url.searchParams.get("OrderDetails") ?? ""
  const view = await orNotFound(viewSellerOrder(requireContext(context, "seller"), id))
  const { order, market, delivery } = view
  // Only what the page shows: a loader's data can be read in the page's source.
  return {
    order: {
      ...shownTime({ order }),
      note: order.note,
      replacement: order.replacement,
      chargedBackAt: order.chargedBackAt,
      totalCents: order.totalCents,
    },
    timeZone: market.timeZone,
    packing: packingStepOf(view),
    lines: shownLines(view),
    refunds: view.refunds.map(shownRefundToSeller),
    who: `For ${view.customerName}`,
    customerToCall: view.customerToCall,
    // Left out: the page shows the number next to its call link.
    delivery: order.status && delivery && { ...shownAddress(delivery), phone: "" },
  }
}

export default function MarketOrderDetails({ loaderData }: Route.ComponentProps) {
  const { order, refunds, customerToCall: customer } = loaderData
  const list = useSearchParams()[0].get("list")
  useLive(({ data }) => changed(data, "orders"))
  return (
    <OrderItems
      {...loaderData}
      asked={
        <>
          <OrderNoteText order={order} reader="seller" />
          <OrderRefunds refunds={refunds} order={order} reader="seller" />
          {customer && <CallLinks name={customer.firstName} phone={customer.phone} canText />}
          {order.chargedBackAt && <ChargedBackNotice />}
        </>
      }
    >
      {loaderData.packing && (
        <LinkButton to={`/pack-order?OrderDetails=${order.id}${placeInList(list)}`}>
          {loaderData.packing}
        </LinkButton>
      )}
      <LinkButton
        kind={loaderData.packing ? "plain" : "leaf"}
        to={`/order-seller?OrderID=${order.id}${placeInList(list)}`}
      >
        Open this order
      </LinkButton>
      <LinkButton kind="plain" to={listOfOrder(list, order.number)}>
        All orders
      </LinkButton>
    </OrderItems>
  )
}
