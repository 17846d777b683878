import { type LoaderFunctionArgs, redirect, useSearchParams } from "react-router"
import { z } from "zod"
import { sessionContext } from "#app/context.ts"
import { formActions, type Submission } from "#app/forms/form-actions.ts"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { BackToList } from "#app/orders/back-to-list.tsx"
import { OrderNoteText } from "#app/orders/order-note.tsx"
import { OrderProgress } from "#app/orders/order-progress.tsx"
import { CancelledNotice, Expectation, OrderSteps } from "#app/orders/order-state.tsx"
import { OrderWindow } from "#app/orders/order-window.tsx"
import { placeInList } from "#app/orders/place-in-list.ts"
import { ShippingCard } from "#app/orders/shipping-card.tsx"
import { ShippingPanel } from "#app/orders/shipping-panel.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { flash } from "#app/ui/flash.ts"
import { LivePaused, Notice } from "#app/ui/states.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import type { CustomerContext, SellerContext } from "#core/context.ts"
import { chooseCourier } from "#core/orders/choose-courier.server.ts"
import { markDelivered } from "#core/orders/mark-delivered.server.ts"
import { carrierInput } from "#core/orders/order.ts"
import { shipOrder } from "#core/orders/ship-order.server.ts"
import { shownDelivery, shownProgress } from "#core/orders/shown-order.server.ts"
import { takeBackOwnDelivery } from "#core/orders/take-back-own-delivery.server.ts"
import { stateOfOrder, viewCustomerOrder } from "#core/orders/view-customer-order.server.ts"
import { viewSellerOrder } from "#core/orders/view-seller-order.server.ts"
import { withdrawOffer } from "#core/orders/withdraw-offer.server.ts"
import type { Route } from "./+types/update-shipping.ts"

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Shipping of order ${loaderData?.order.number ?? ""} — Pushcart` },
]

/** The session determines which view is shown, not the URL's `title`, which the original used. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const id = new URL(request.url).searchParams.get("OrderDetails") ?? ""
  const isSeller = sellerHere(context)
  const own = isSeller ? await orNotFound(viewSellerOrder(requireContext(context, "seller"), id)) : null
  const mine = isSeller ? null : await readOwnOrder(requireContext(context, "customer"), id)
  const view = own ?? mine?.view
  if (!view) throw new Error("An order has a seller or a customer.")
  const { market, delivery, refunds, photoUrl } = view
  return {
    isSeller,
    order: { ...shownProgress(view), fulfilledAt: own?.order.fulfilledAt ?? null },
    marketName: market.name,
    timeZone: market.timeZone,
    delivery: delivery && shownDelivery(delivery),
    refunds: refunds.map(({ status }) => ({ status })),
    photoUrl,
    usualOwnDeliverer: own?.usualOwnDeliverer ?? null,
    state: mine?.state ?? null,
  }
}

async function readOwnOrder(ctx: CustomerContext, id: string) {
  const view = await orNotFound(viewCustomerOrder(ctx, id))
  return { view, state: await stateOfOrder(ctx, view) }
}

/** For the seller's form only: a customer is redirected away. */
const stepInput = z.object({ orderId: z.string() })

/** A step of the delivery; `text` is shown to the seller afterwards. */
const step = (take: (ctx: SellerContext, orderId: string) => Promise<unknown>, text: string) =>
  [
    stepInput,
    async (ctx: SellerContext, { orderId }: { orderId: string }, { url }: Submission) => {
      await take(ctx, orderId)
      return backTo(url, orderId, text)
    },
  ] as const

export const action = formActions("seller", {
  ship: [
    carrierInput,
    async (ctx, input, { url }) => {
      await shipOrder(ctx, input)
      return backTo(url, input.orderId, "Shipped. The customer gets the tracking number.")
    },
  ],
  startDelivery: step(
    (ctx, orderId) => chooseCourier(ctx, { orderId, hasDeliverer: true }),
    "The delivery is yours, and so is its fee.",
  ),
  takeBack: step(takeBackOwnDelivery, "You can decide about the delivery again."),
  offer: step(
    (ctx, orderId) => chooseCourier(ctx, { orderId, hasDeliverer: false }),
    "We're letting couriers near you know.",
  ),
  withdraw: step(withdrawOffer, "You can decide about the delivery again."),
  markDelivered: step(markDelivered, "Delivered. Thank you!"),
})

const sellerHere = (context: LoaderFunctionArgs["context"]) =>
  context.get(sessionContext).actor?.role === "seller"

const backTo = (url: URL, orderId: string, message: string) =>
  redirect(`/update-shipping?OrderDetails=${orderId}&title=1${placeInList(url.searchParams.get("list"))}`, {
    headers: flash(message),
  })

export default function UpdateShipping({ loaderData, actionData }: Route.ComponentProps) {
  const { isSeller, order, marketName, timeZone, delivery, refunds, photoUrl, state } = loaderData
  const list = useSearchParams()[0].get("list")
  useLive(({ data }) => changed(data, "orders"))
  return (
    <div className="stack narrow">
      <h1>
        Shipping of order <span className="num">{order.number}</span>
      </h1>
      {!isSeller && <p className="lead">{`From ${marketName}`}</p>}
      {!state && <OrderWindow order={order} timeZone={timeZone} />}
      <OrderNoteText order={order} reader={isSeller ? "seller" : "customer"} />
      <LivePaused />
      {state ? (
        <>
          <div aria-live="polite" className="stack">
            <p className="display status-now">{state.sentence}</p>
            <Expectation state={state} />
          </div>
          <CancelledNotice order={order} refunds={refunds} />
          <OrderSteps steps={state.steps} />
        </>
      ) : (
        <OrderProgress order={order} delivery={delivery} refunds={refunds} />
      )}
      {delivery ? (
        <>
          {isSeller && (
            <ShippingPanel
              order={order}
              delivery={delivery}
              usualOwnDeliverer={loaderData.usualOwnDeliverer}
              answer={actionData}
            />
          )}
          <ShippingCard delivery={delivery} photoUrl={photoUrl} />
        </>
      ) : (
        <Notice kind="info">This order is picked up at the market: there is nothing to ship.</Notice>
      )}
      <div className="split-start">
        <LinkButton
          kind="plain"
          to={`${isSeller ? "/order-seller" : "/order"}?OrderID=${order.id}${placeInList(list)}`}
        >
          Open this order
        </LinkButton>
        {isSeller ? (
          <BackToList orderNumber={order.number} />
        ) : (
          <LinkButton kind="plain" to="/customer-orders">
            All orders
          </LinkButton>
        )}
      </div>
      <PageToast message={actionData?.toast} />
    </div>
  )
}
