import { ask } from "#app/forms/ask.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { CallLinks } from "#app/orders/call-links.tsx"
import { CourierOnTheWay } from "#app/orders/courier-on-the-way.tsx"
import { OrderLines } from "#app/orders/order-lines.tsx"
import { OrderMoney } from "#app/orders/order-money.tsx"
import { OrderNoteText } from "#app/orders/order-note.tsx"
import { OrderProgress } from "#app/orders/order-progress.tsx"
import { OrderRefunds } from "#app/orders/order-refunds.tsx"
import { OrderWindow } from "#app/orders/order-window.tsx"
import { ShippingCard } from "#app/orders/shipping-card.tsx"
import { PushCard } from "#app/push/push-card.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { DateText } from "#app/ui/date-text.tsx"
import { LivePaused } from "#app/ui/states.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { trackCourier } from "#core/deliveries/track-courier.server.ts"
import { type CustomerOrder, viewCustomerOrder } from "#core/orders/view-customer-order.server.ts"
import { mapAddress } from "#core/places/map-address.ts"
import type { Route } from "./+types/order.ts"

/** It listens from the start, not from the first touch on. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Order ${loaderData?.order.number ?? ""} — Pushcart` },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const id = new URL(request.url).searchParams.get("OrderID") ?? ""
  const ctx = requireContext(context, "customer")
  const { photo: _photo, ...order } = await ask(viewCustomerOrder(ctx, id))
  const courier = order.delivery && order.order.status === "picked up" ? await trackCourier(ctx, id) : null
  return { ...order, courier }
}

export default function Order({ loaderData }: Route.ComponentProps) {
  const { order, market, lines, courier, courierToCall } = loaderData
  useLive(({ data }) => changed(data, "orders") || changed(data, "courier", order.id))
  return (
    <div className="stack">
      <h1>
        Order <span className="num">{order.number}</span>
      </h1>
      <p className="lead">
        {market.name}, <DateText iso={order.createdAt.toISOString()} timeZone={market.timeZone} />
      </p>
      <OrderWindow order={order} timeZone={market.timeZone} />
      <OrderNoteText order={order} reader="customer" />
      <LivePaused />
      <OrderProgress
        order={order}
        reader="customer"
        delivery={loaderData.delivery}
        refunds={loaderData.refunds}
      />
      <OrderRefunds refunds={loaderData.refunds} order={order} reader="customer" />
      {courier && <CourierOnTheWay courier={courier} />}
      {courierToCall && <CallLinks name={courierToCall.firstName} phone={courierToCall.phone} canText />}
      <div className="order-sheet">
        <OrderLines lines={lines} />
        <aside className="stack">
          <OrderMoney order={order} refunds={loaderData.refunds} />
          <WhereTo record={loaderData} />
        </aside>
      </div>
      <PushCard to="customer" />
      <LinkButton kind="plain" to="/customer-orders">
        All your orders
      </LinkButton>
    </div>
  )
}

/** A pickup goes to the market; a delivery comes to the address, with its carrier and its photo. */
function WhereTo({ record }: { record: Omit<CustomerOrder, "photo"> }) {
  const { order, market, delivery, photoUrl, mayCallMarket } = record
  const call = mayCallMarket && <CallLinks name="the market" phone={market.phone} />
  if (!delivery && order.status === "cancelled") return null
  if (!delivery) {
    return (
      <Card className="stack">
        <h2>Pick up at</h2>
        <address>
          <strong>{market.name}</strong>
          <br />
          <a href={mapAddress(market)} target="_blank" rel="noreferrer">
            {market.address}
            <br />
            {market.city}, {market.state} <span className="num">{market.zip}</span>
          </a>
        </address>
        {call}
      </Card>
    )
  }
  return (
    <>
      <ShippingCard delivery={delivery} photoUrl={photoUrl} photoAlt="Your order at your door" />
      {call}
    </>
  )
}
