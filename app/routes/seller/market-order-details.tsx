import { useSearchParams } from "react-router"
import { formActions } from "#app/forms/form-actions.ts"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { BackToList } from "#app/orders/back-to-list.tsx"
import { CallLinks } from "#app/orders/call-links.tsx"
import { ChargedBackNotice } from "#app/orders/charged-back-notice.tsx"
import { OrderItems } from "#app/orders/order-items.tsx"
import { OrderNoteText } from "#app/orders/order-note.tsx"
import { OrderRefunds } from "#app/orders/order-refunds.tsx"
import { OrderStep } from "#app/orders/order-step.tsx"
import { placeInList } from "#app/orders/place-in-list.ts"
import { readUndoable, stepForms } from "#app/orders/step-forms.ts"
import { UndoBar } from "#app/orders/undo-bar.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { isReady } from "#core/orders/order-time.ts"
import { packingStepOf } from "#core/orders/packing.ts"
import { shownAddress, shownLines, shownRefundToSeller, shownTime } from "#core/orders/shown-order.server.ts"
import { isComplete } from "#core/orders/statuses.ts"
import { viewSellerOrder } from "#core/orders/view-seller-order.server.ts"
import type { Route } from "./+types/market-order-details.ts"

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Order ${loaderData?.order.number ?? ""} — Pushcart` },
]

export async function loader({ url, context }: Route.LoaderArgs) {
  const id = url.searchParams.get("OrderDetails") ?? ""
  const ctx = requireContext(context, "seller")
  const view = await orNotFound(viewSellerOrder(ctx, id))
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
    undoable: await readUndoable(ctx, url),
    hasDeliverer: delivery?.hasDeliverer ?? null,
    usualOwnDeliverer: view.usualOwnDeliverer,
    timeZone: market.timeZone,
    packing: isReady(order) ? null : packingStepOf(view),
    lines: shownLines(view),
    refunds: view.refunds.map(shownRefundToSeller),
    customerName: view.customerName,
    customerToCall: view.customerToCall,
    // Left out: the page shows the number next to its call link.
    delivery: order.status && delivery && { ...shownAddress(delivery), phone: "" },
  }
}

export const action = formActions("seller", stepForms())

export default function MarketOrderDetails({ loaderData, actionData }: Route.ComponentProps) {
  const { order, refunds, customerToCall: customer } = loaderData
  const list = useSearchParams()[0].get("list")
  useLive(({ data }) => changed(data, "orders"))
  return (
    <OrderItems
      {...loaderData}
      asked={
        <>
          <UndoBar undoable={loaderData.undoable} />
          <OrderNoteText order={order} reader="seller" />
          <OrderRefunds refunds={refunds} order={order} reader="seller" />
          {customer && <CallLinks name={customer.firstName} phone={customer.phone} canText />}
          {order.chargedBackAt && <ChargedBackNotice />}
        </>
      }
    >
      {!isComplete(order) && (
        <OrderStep
          order={order}
          packing={loaderData.packing}
          list={list}
          hasDeliverer={loaderData.hasDeliverer}
          usualOwnDeliverer={loaderData.usualOwnDeliverer}
          answer={actionData}
        />
      )}
      <LinkButton kind="plain" to={`/order-seller?OrderID=${order.id}${placeInList(list)}`}>
        Open this order
      </LinkButton>
      <BackToList orderNumber={order.number} />
      <PageToast message={actionData?.toast} />
    </OrderItems>
  )
}
