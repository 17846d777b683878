import "#app/orders/orders.css"
import { redirect } from "react-router"
import { pageNumber } from "#app/catalog/page-number.ts"
import { type FormAnswer, submitForm } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { SellerOrderCard } from "#app/orders/seller-order-card.tsx"
import { type StatusUpdates, useStatusQueue } from "#app/orders/use-status-queue.ts"
import { QueueNotice } from "#app/step-queue/queue-notice.tsx"
import { flash } from "#app/ui/flash.ts"
import { EmptyState, ListTotal, LivePaused, ScrollArea } from "#app/ui/states.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { Pagination } from "#app/ui/wayfinding.tsx"
import type { Paged } from "#core/lists.ts"
import { pageOfSellerOrders, type SellerOrderRow } from "#core/orders/list-seller-orders.server.ts"
import { pickupStatusInput } from "#core/orders/order.ts"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import type { Route } from "./+types/market-orders.ts"

export const meta: Route.MetaFunction = () => [{ title: "Your market's orders — Pushcart" }]

/** The URL has a page number for each list: `?uncompleted=2`. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "seller")
  const params = new URL(request.url).searchParams
  const list = (which: "uncompleted" | "completed" | "cancelled") =>
    pageOfSellerOrders(ctx, which, pageNumber(params, which))
  const [uncompleted, completed, cancelled] = await Promise.all([
    list("uncompleted"),
    list("completed"),
    list("cancelled"),
  ])
  return { personId: ctx.actor.userId, uncompleted, completed, cancelled }
}

export function action({ request, url, context }: Route.ActionArgs) {
  const ctx = requireContext(context, "seller")
  return submitForm(request, pickupStatusInput, async (input) => {
    await setPickupStatus(ctx, input)
    return redirect(url.pathname + url.search, { headers: flash(`The order is ${input.status} now.`) })
  })
}

export default function MarketOrders({ loaderData, actionData }: Route.ComponentProps) {
  const { personId, uncompleted, completed, cancelled } = loaderData
  const queue = useStatusQueue(personId)
  useLive(({ data }) => changed(data, "orders"))
  return (
    <div className="stack">
      <h1>Orders</h1>
      <LivePaused />
      <QueueNotice {...queue} />
      <OrderList
        title="All Uncompleted Orders"
        empty="You currently have no uncomplete orders to be displayed"
        param="uncompleted"
        list={uncompleted}
        answer={actionData}
        queue={queue}
      />
      <OrderList
        title="All Completed Orders"
        empty="You currently have no complete orders to be displayed"
        param="completed"
        list={completed}
        answer={undefined}
        queue={queue}
      />
      {cancelled.total > 0 && (
        <details open={cancelled.page > 1}>
          <summary className="text-link">{`Canceled orders (${cancelled.total})`}</summary>
          <OrderList
            title="Canceled Orders"
            empty=""
            param="cancelled"
            list={cancelled}
            answer={undefined}
            queue={queue}
          />
        </details>
      )}
      <PageToast message={actionData?.toast} />
    </div>
  )
}

type ListProps = {
  title: string
  empty: string
  /** The URL parameter for the list's page. */
  param: string
  list: Paged<SellerOrderRow>
  answer: FormAnswer | undefined
  queue: StatusUpdates
}

function OrderList({ title, empty, param, list, answer, queue }: ListProps) {
  return (
    <section className="stack">
      <h2>{title}</h2>
      {list.total === 0 ? (
        <EmptyState text={empty} button={{ label: "Go to Dashboard", to: "/market-dashboard" }} />
      ) : (
        <>
          <ListTotal total={list.total} pages={list.pages} />
          <ScrollArea height={500} label={title}>
            <ul className="seller-orders">
              {list.rows.map((order) => (
                <SellerOrderCard key={order.id} order={order} answer={answer} queue={queue} />
              ))}
            </ul>
          </ScrollArea>
          <Pagination page={list.page} pages={list.pages} param={param} label={`Pages of ${title}`} />
        </>
      )}
    </section>
  )
}
