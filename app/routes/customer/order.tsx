import { redirect } from "react-router"
import { formActions } from "#app/forms/form-actions.ts"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { CallLinks } from "#app/orders/call-links.tsx"
import { CourierOnTheWay } from "#app/orders/courier-on-the-way.tsx"
import { OrderHead } from "#app/orders/order-head.tsx"
import { OrderLines } from "#app/orders/order-lines.tsx"
import { OrderMoney } from "#app/orders/order-money.tsx"
import { OrderProgress } from "#app/orders/order-progress.tsx"
import { OrderRefunds } from "#app/orders/order-refunds.tsx"
import { Replacements } from "#app/orders/replacement-card.tsx"
import { ShippingCard } from "#app/orders/shipping-card.tsx"
import { PushCard } from "#app/push/push-card.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { trackCourier } from "#core/deliveries/track-courier.server.ts"
import { answerReplacement } from "#core/orders/answer-replacement.server.ts"
import { answerReplacementInput } from "#core/orders/replacement.ts"
import {
  shownCourier,
  shownDelivery,
  shownLines,
  shownOrder,
  shownRefund,
} from "#core/orders/shown-order.server.ts"
import { shownReplacements } from "#core/orders/shown-replacement.ts"
import { viewCustomerOrder } from "#core/orders/view-customer-order.server.ts"
import { mapAddress } from "#core/places/map-address.ts"
import type { Route } from "./+types/order.ts"

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Order ${loaderData?.order.number ?? ""} — Pushcart` },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const id = new URL(request.url).searchParams.get("OrderID") ?? ""
  const ctx = requireContext(context, "customer")
  const view = await orNotFound(viewCustomerOrder(ctx, id))
  const { delivery, market, photoUrl, courierToCall, mayCallMarket } = view
  const { status } = view.order
  const courier = delivery && status === "picked up" ? await trackCourier(ctx, id) : null
  const { name, address, city, state, zip, phone } = market
  return {
    order: shownOrder(view),
    marketName: name,
    timeZone: market.timeZone,
    lines: shownLines(view),
    replacements: status === "cancelled" ? [] : shownReplacements(view, ctx.now()),
    delivery: delivery && shownDelivery(delivery),
    pickUpAt: delivery || status === "cancelled" ? null : { address, city, state, zip },
    marketPhone: mayCallMarket ? phone : null,
    marketMayCall: view.marketMayCall,
    refunds: view.refunds.map(shownRefund),
    courier: courier && shownCourier(courier),
    courierToCall,
    photoUrl,
  }
}

/** The market may have changed the order: a rejected answer shows what is there now. */
export const shouldRevalidate = () => true

export const action = formActions("customer", {
  "answer-replacement": [
    answerReplacementInput,
    async (ctx, input) => {
      const { orderId } = await answerReplacement(ctx, input)
      return redirect(`/order?OrderID=${orderId}`)
    },
  ],
})

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  const { order, marketName, timeZone, lines, courier, courierToCall } = loaderData
  useLive(({ data }) => changed(data, "orders") || changed(data, "courier", order.id))
  return (
    <div className="stack">
      <OrderHead order={order} otherName={marketName} timeZone={timeZone} reader="customer" />
      <OrderProgress
        order={order}
        reader="customer"
        delivery={loaderData.delivery}
        refunds={loaderData.refunds}
      />
      <Replacements offers={loaderData.replacements} marketName={marketName} />
      <OrderRefunds refunds={loaderData.refunds} order={order} reader="customer" />
      {courier && <CourierOnTheWay courier={courier} />}
      {courierToCall && (
        <CallLinks
          name={courierToCall.firstName}
          phone={courierToCall.phone}
          canText
          end={courierToCall.end}
          timeZone={timeZone}
        />
      )}
      <div className="order-sheet">
        <OrderLines lines={lines} />
        <aside className="stack">
          <OrderMoney order={order} refunds={loaderData.refunds} reader="customer" />
          <WhereTo {...loaderData} />
        </aside>
      </div>
      <PushCard to="customer" />
      <PageToast message={actionData?.toast} />
      <LinkButton kind="plain" to="/customer-orders">
        All your orders
      </LinkButton>
    </div>
  )
}

/** A pickup shows the market's address; a delivery shows the customer's, with its courier and its photo. */
function WhereTo({
  marketName,
  pickUpAt,
  marketPhone,
  marketMayCall,
  delivery,
  photoUrl,
}: Route.ComponentProps["loaderData"]) {
  const call = marketPhone && <CallLinks name="the market" phone={marketPhone} />
  if (pickUpAt) {
    return (
      <Card className="stack">
        <h2>Pick up at</h2>
        <address>
          <strong>{marketName}</strong>
          <br />
          <a href={mapAddress(pickUpAt)} target="_blank" rel="noreferrer">
            <span>{pickUpAt.address}</span>
            <br />
            <span>{`${pickUpAt.city}, ${pickUpAt.state}`}</span> <span className="num">{pickUpAt.zip}</span>
          </a>
        </address>
        {call}
        {marketMayCall && (
          <p className="soft">
            <span>The market can call you at</span> <span className="num">{marketMayCall}</span>
          </p>
        )}
      </Card>
    )
  }
  if (!delivery) return null
  return (
    <>
      <ShippingCard delivery={delivery} photoUrl={photoUrl} photoAlt="Your order at your door" />
      {call}
    </>
  )
}
