import "#app/orders/orders.css"
import { redirect } from "react-router"
import { type FormAnswer, submitForm } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { SellerOrderCard } from "#app/orders/seller-order-card.tsx"
import { flash } from "#app/ui/flash.ts"
import { EmptyState, LivePaused, ScrollArea } from "#app/ui/states.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { listSellerOrders, type SellerOrderRow } from "#core/orders/list-seller-orders.server.ts"
import { pickupStatusInput } from "#core/orders/order-inputs.ts"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import type { Route } from "./+types/market-orders.ts"

export const meta: Route.MetaFunction = () => [{ title: "Your market's orders — Pushcart" }]

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "seller")
  const [uncompleted, completed, cancelled] = await Promise.all([
    listSellerOrders(ctx, "uncompleted"),
    listSellerOrders(ctx, "completed"),
    listSellerOrders(ctx, "cancelled"),
  ])
  return { uncompleted, completed, cancelled }
}

export function action({ request, context }: Route.ActionArgs) {
  const ctx = requireContext(context, "seller")
  return submitForm(request, pickupStatusInput, async (input) => {
    await setPickupStatus(ctx, input)
    return redirect("/marketOrders", { headers: flash(`The order is ${input.status} now.`) })
  })
}

export default function MarketOrders({ loaderData, actionData }: Route.ComponentProps) {
  const { uncompleted, completed, cancelled } = loaderData
  useLive(({ data }) => changed(data, "orders"))
  return (
    <div className="stack">
      <h1>Orders</h1>
      <LivePaused />
      <OrderList
        title="All Uncompleted Orders"
        empty="You currently have no uncomplete orders to be displayed"
        orders={uncompleted}
        answer={actionData}
      />
      <OrderList
        title="All Completed Orders"
        empty="You currently have no complete orders to be displayed"
        orders={completed}
        answer={undefined}
      />
      {cancelled.length > 0 && (
        <details>
          <summary className="text-link">Cancelled orders ({cancelled.length})</summary>
          <OrderList title="Cancelled Orders" empty="" orders={cancelled} answer={undefined} />
        </details>
      )}
      <PageToast message={actionData?.toast} />
    </div>
  )
}

type ListProps = { title: string; empty: string; orders: SellerOrderRow[]; answer: FormAnswer | undefined }

function OrderList({ title, empty, orders, answer }: ListProps) {
  return (
    <section className="stack">
      <h2>{title}</h2>
      {orders.length === 0 ? (
        <EmptyState text={empty} button={{ label: "Go to Dashboard", to: "/market-dashboard" }} />
      ) : (
        <ScrollArea height={500} label={title}>
          <ul className="seller-orders">
            {orders.map((order) => (
              <SellerOrderCard key={order.id} order={order} answer={answer} />
            ))}
          </ul>
        </ScrollArea>
      )}
    </section>
  )
}
