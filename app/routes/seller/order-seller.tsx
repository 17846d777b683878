import { redirect, useSearchParams } from "react-router"
import { formActions } from "#app/forms/form-actions.ts"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { BackToList } from "#app/orders/back-to-list.tsx"
import { CallLinks } from "#app/orders/call-links.tsx"
import { CancelOrder } from "#app/orders/cancel-order.tsx"
import { ChargedBackNotice } from "#app/orders/charged-back-notice.tsx"
import { NextStep } from "#app/orders/next-step.tsx"
import { OrderHead } from "#app/orders/order-head.tsx"
import { OrderLines } from "#app/orders/order-lines.tsx"
import { OrderMoney } from "#app/orders/order-money.tsx"
import { OrderProgress } from "#app/orders/order-progress.tsx"
import { OrderRefunds } from "#app/orders/order-refunds.tsx"
import { placeInList } from "#app/orders/place-in-list.ts"
import { SellerEarnings } from "#app/orders/seller-earnings.tsx"
import { ShippingCard } from "#app/orders/shipping-card.tsx"
import { StatusForm } from "#app/orders/status-form.tsx"
import { readUndoable, stepForms } from "#app/orders/step-forms.ts"
import { UndoBar } from "#app/orders/undo-bar.tsx"
import { useStatusQueue } from "#app/orders/use-status-queue.ts"
import { QueueNotice } from "#app/step-queue/queue-notice.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { flash } from "#app/ui/flash.ts"
import { PageToast } from "#app/ui/toaster.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { cancelSellerOrder } from "#core/orders/cancel-seller-order.server.ts"
import { cancellationOf } from "#core/orders/moves.ts"
import { cancelInput, pickupStatusInput } from "#core/orders/order.ts"
import { packingStepOf } from "#core/orders/packing.ts"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import {
  shownDelivery,
  shownLines,
  shownOrder,
  shownRefundToSeller,
} from "#core/orders/shown-order.server.ts"
import { isComplete } from "#core/orders/statuses.ts"
import { viewSellerOrder } from "#core/orders/view-seller-order.server.ts"
import type { Route } from "./+types/order-seller.ts"

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Order ${loaderData?.order.number ?? ""} — Pushcart` },
]

export async function loader({ url, context }: Route.LoaderArgs) {
  const id = url.searchParams.get("OrderID") ?? ""
  const ctx = requireContext(context, "seller")
  const view = await orNotFound(viewSellerOrder(ctx, id))
  const { order, market, delivery, customerName, customerToCall, earnings, photoUrl } = view
  return {
    order: { ...shownOrder(view), fulfilledAt: order.fulfilledAt, handedOverWith: order.handedOverWith },
    undoable: await readUndoable(ctx, url),
    usualOwnDeliverer: view.usualOwnDeliverer,
    timeZone: market.timeZone,
    packing: packingStepOf(view),
    lines: shownLines(view),
    // Left out: the page shows the number next to its call link.
    delivery: delivery && { ...shownDelivery(delivery), phone: "" },
    refunds: view.refunds.map(shownRefundToSeller),
    customerName,
    customerToCall,
    earnings,
    photoUrl,
    personId: ctx.actor.userId,
  }
}

export const action = formActions("seller", {
  ...stepForms(),
  "cancel-order": [
    cancelInput,
    async (ctx, input, { url }) => {
      await cancelSellerOrder(ctx, input)
      return backTo(url, input.orderId, "Order canceled. The customer gets a full refund.")
    },
  ],
  status: [
    pickupStatusInput,
    async (ctx, input, { url }) => {
      await setPickupStatus(ctx, input)
      return backTo(url, input.orderId, `The order is ${input.status} now.`)
    },
  ],
})

/** Whose the tip is, by whether the market delivers itself; null: not decided. */
const TIP_LABELS = {
  true: "Tip, yours",
  false: "Tip, goes to the courier",
  null: "Tip, goes to whoever delivers",
}

const backTo = (url: URL, orderId: string, message: string) =>
  redirect(`/order-seller?OrderID=${orderId}${placeInList(url.searchParams.get("list"))}`, {
    headers: flash(message),
  })

export default function OrderSeller({ loaderData, actionData }: Route.ComponentProps) {
  const { order, timeZone, lines, delivery, refunds, customerName, earnings, photoUrl } = loaderData
  const { customerToCall: customer } = loaderData
  const list = useSearchParams()[0].get("list")
  useLive(({ data }) => changed(data, "orders"))
  const queue = useStatusQueue(loaderData.personId)
  const open = !isComplete(order) && order.status !== "cancelled"
  const nextStep = (
    <NextStep
      order={order}
      hasDeliverer={delivery?.hasDeliverer ?? null}
      usualOwnDeliverer={loaderData.usualOwnDeliverer}
      answer={actionData}
    />
  )
  return (
    <div className="stack">
      <UndoBar undoable={loaderData.undoable} />
      <OrderHead order={order} customerName={customerName} timeZone={timeZone} />
      <QueueNotice {...queue} />
      <OrderProgress order={order} delivery={delivery} refunds={refunds} />
      {order.handedOverWith && (
        <p className="soft">
          {order.handedOverWith === "code"
            ? "Picked up with the customer's code."
            : "Picked up without the customer's code."}
        </p>
      )}
      <OrderRefunds refunds={refunds} order={order} reader="seller" />
      {customer && <CallLinks name={customer.firstName} phone={customer.phone} canText />}
      {order.chargedBackAt && <ChargedBackNotice />}
      {loaderData.packing && (
        <LinkButton kind="plain" to={`/pack-order?OrderDetails=${order.id}${placeInList(list)}`}>
          {loaderData.packing}
        </LinkButton>
      )}
      {open && order.fulfilment === "pickup" && (
        <Card className="no-print stack">
          {nextStep}
          <StatusForm order={order} answer={actionData} queue={queue} />
        </Card>
      )}
      {open && delivery && nextStep}
      {open && delivery && (
        <LinkButton kind="plain" to={`/update-shipping?OrderDetails=${order.id}&title=1${placeInList(list)}`}>
          {order.status === null ? "Take action" : "Shipping"}
        </LinkButton>
      )}
      <div className="order-sheet">
        <OrderLines lines={lines} />
        <aside className="stack">
          <SellerEarnings earnings={earnings} />
          <OrderMoney
            order={order}
            refunds={refunds}
            reader="seller"
            tipLabel={TIP_LABELS[`${delivery?.hasDeliverer ?? null}`]}
          />
          {delivery && <ShippingCard delivery={delivery} photoUrl={photoUrl} />}
        </aside>
      </div>
      <div className="split-start">
        <BackToList orderNumber={order.number} />
        {cancellationOf(order, "seller") && (
          <CancelOrder order={order} refunds={refunds} answer={actionData} />
        )}
      </div>
      <PageToast message={actionData?.toast} />
    </div>
  )
}
