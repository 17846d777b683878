import { redirect } from "react-router"
import { Hours } from "#app/catalog/hours.tsx"
import { formActions } from "#app/forms/form-actions.ts"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { CallLinks } from "#app/orders/call-links.tsx"
import { CodeCard } from "#app/orders/code-card.tsx"
import { CourierOnTheWay } from "#app/orders/courier-on-the-way.tsx"
import { DeliveryPhoto } from "#app/orders/delivery-photo.tsx"
import { OrderLines } from "#app/orders/order-lines.tsx"
import { OrderMoney } from "#app/orders/order-money.tsx"
import { OrderNoteText } from "#app/orders/order-note.tsx"
import { OrderRefunds } from "#app/orders/order-refunds.tsx"
import { CancelledNotice, OrderState, OrderSteps } from "#app/orders/order-state.tsx"
import { Replacements } from "#app/orders/replacement-card.tsx"
import { ShippingCard } from "#app/orders/shipping-card.tsx"
import { PrintButton } from "#app/pick-list/print-button.tsx"
import { PushCard } from "#app/push/push-card.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { DateText } from "#app/ui/date-text.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { trackCourier } from "#core/deliveries/courier-position.server.ts"
import { answerReplacement } from "#core/orders/answer-replacement.server.ts"
import { deliveredText } from "#core/orders/customer-words.ts"
import { answerReplacementInput } from "#core/orders/replacement.ts"
import {
  shownCourier,
  shownDelivery,
  shownLinesToCustomer,
  shownOrder,
  shownRefund,
} from "#core/orders/shown-order.server.ts"
import { shownReplacements } from "#core/orders/shown-replacement.ts"
import { isComplete } from "#core/orders/statuses.ts"
import {
  pickupHours,
  productsWithPage,
  stateOfOrder,
  viewCustomerOrder,
} from "#core/orders/view-customer-order.server.ts"
import { mapAddress } from "#core/places/map-address.ts"
import { qrCode } from "#core/qr-code.server.ts"
import type { Route } from "./+types/order.ts"

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Order ${loaderData?.order.number ?? ""} — Pushcart` },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const id = new URL(request.url).searchParams.get("OrderID") ?? ""
  const ctx = requireContext(context, "customer")
  const view = await orNotFound(viewCustomerOrder(ctx, id))
  const { delivery, market, photoUrl, courierToCall, mayCallMarket } = view
  const { status, fulfilment, confirmation } = view.order
  const { name, address, city, state, zip, phone, timeZone } = market
  const isOpen = status !== "cancelled" && !isComplete(view.order)
  const [now, withPage, courier, hours] = await Promise.all([
    stateOfOrder(ctx, view),
    productsWithPage(ctx, view),
    delivery && status === "picked up" ? trackCourier(ctx, id) : null,
    fulfilment === "pickup" && isOpen ? pickupHours(ctx, market.id) : null,
  ])
  return {
    order: shownOrder(view),
    now,
    purchaseId: view.order.checkoutId,
    marketName: name,
    timeZone,
    lines: shownLinesToCustomer(view, withPage),
    replacements: status === "cancelled" ? [] : shownReplacements(view, ctx.now()),
    delivery: delivery && shownDelivery(delivery),
    pickUpAt: delivery || status === "cancelled" ? null : { address, city, state, zip, hours },
    code: isOpen ? { text: confirmation, qr: qrCode(confirmation) } : null,
    marketPhone: mayCallMarket ? phone : null,
    marketMayCall: view.marketMayCall,
    refunds: view.refunds.map(shownRefund),
    courier: courier && shownCourier(courier, ctx.now(), timeZone),
    courierToCall,
    photo: photoUrl && {
      url: photoUrl,
      caption: deliveredText(view.order, { hasPhoto: true }, ctx.now(), timeZone),
    },
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
  const { order, now, marketName, timeZone, courier, courierToCall, photo } = loaderData
  const isReadyHere = order.status === "ready to pick up"
  const code = loaderData.code && <CodeCard code={loaderData.code} fulfilment={order.fulfilment} />
  useLive(({ data }) => changed(data, "orders") || changed(data, "courier", order.id))
  return (
    <div className="stack order-page">
      <OrderState {...order} marketName={marketName} state={now} />
      <CancelledNotice order={order} refunds={loaderData.refunds} />
      {photo && <DeliveryPhoto {...photo} />}
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
      {isReadyHere && (
        <div className="ready-to-collect">
          {code}
          <WhereTo {...loaderData} />
        </div>
      )}
      <div className="order-sheet">
        <div className="stack">
          <OrderSteps steps={now.steps} />
          <OrderLines lines={loaderData.lines} />
        </div>
        <aside className="stack">
          {(order.note || order.replacement) && (
            <Card className="stack">
              <OrderNoteText order={order} reader="customer" />
            </Card>
          )}
          <OrderMoney
            order={order}
            refunds={loaderData.refunds}
            reader="customer"
            dateMade={<DateText iso={order.createdAt.toISOString()} timeZone={timeZone} />}
          />
          {!isReadyHere && (
            <>
              <WhereTo {...loaderData} />
              {code}
            </>
          )}
        </aside>
      </div>
      <PushCard to="customer" />
      <PageToast message={actionData?.toast} />
      <div className="split-start">
        <LinkButton kind="plain" to={`/purchase?id=${loaderData.purchaseId}`}>
          View receipt
        </LinkButton>
        <LinkButton kind="plain" to="/customer-orders">
          All your orders
        </LinkButton>
        <PrintButton />
      </div>
    </div>
  )
}

/** A pickup shows the market's address and hours; a delivery shows the customer's address and its carrier. */
function WhereTo({
  marketName,
  pickUpAt,
  marketPhone,
  marketMayCall,
  delivery,
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
        {pickUpAt.hours && (
          <>
            <p>
              <b>{pickUpAt.hours.open}</b>
            </p>
            <Hours {...pickUpAt.hours} />
          </>
        )}
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
      <ShippingCard delivery={delivery} photoUrl={null} />
      {call}
    </>
  )
}
