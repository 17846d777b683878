import "#app/orders/orders.css"
import { redirect } from "react-router"
import { pageNumber } from "#app/catalog/page-number.ts"
import { formActions } from "#app/forms/form-actions.ts"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { SellerOrderCard } from "#app/orders/seller-order-card.tsx"
import { SellerOrderFilters } from "#app/orders/seller-order-filters.tsx"
import { readUndoable, stepForms } from "#app/orders/step-forms.ts"
import { UndoBar } from "#app/orders/undo-bar.tsx"
import { type StatusUpdates, useStatusQueue } from "#app/orders/use-status-queue.ts"
import { pickAddress } from "#app/pick-list/pick-addresses.ts"
import { QueueNotice } from "#app/step-queue/queue-notice.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { flash } from "#app/ui/flash.ts"
import { EmptyState, LivePaused, ScrollArea } from "#app/ui/states.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { Pagination } from "#app/ui/wayfinding.tsx"
import type { Paged } from "#core/lists.ts"
import { listsOfSellerOrders, type SellerOrderRow } from "#core/orders/list-seller-orders.server.ts"
import { pickupStatusInput } from "#core/orders/order.ts"
import { isFiltered, readOrderFilter, type SellerOrderFilter } from "#core/orders/seller-order-filter.ts"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import type { Route } from "./+types/market-orders.ts"

export const meta: Route.MetaFunction = () => [{ title: "Your market's orders — Pushcart" }]

/** The URL has a page number for each list, `?uncompleted=2`, and the filter. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "seller")
  const params = url.searchParams
  const filter = readOrderFilter(params)
  const lists = await listsOfSellerOrders(ctx, {
    filter,
    pages: {
      uncompleted: pageNumber(params, "uncompleted"),
      completed: pageNumber(params, "completed"),
      cancelled: pageNumber(params, "cancelled"),
    },
  })
  const undoable = await readUndoable(ctx, url)
  return { personId: ctx.actor.userId, search: url.search, filter, undoable, ...lists }
}

export const action = formActions("seller", {
  ...stepForms(),
  status: [
    pickupStatusInput,
    async (ctx, input, { url }) => {
      await setPickupStatus(ctx, input)
      return redirect(url.pathname + url.search, { headers: flash(`The order is ${input.status} now.`) })
    },
  ],
})

export default function MarketOrders({ loaderData, actionData }: Route.ComponentProps) {
  const { personId, search, filter, due, uncompleted, completed, cancelled, usualOwnDeliverer } = loaderData
  const queue = useStatusQueue(personId)
  useLive(({ data }) => changed(data, "orders"))
  return (
    <div className="stack">
      <UndoBar undoable={loaderData.undoable} />
      <div className="split">
        <h1>Orders</h1>
        {due.total > 0 && (
          <LinkButton small kind="plain" to={pickListOf(filter.day)}>
            Pick list
          </LinkButton>
        )}
      </div>
      <LivePaused />
      <QueueNotice {...queue} />
      <SellerOrderFilters filter={filter} due={due} />
      <OrderList
        title="All Uncompleted Orders"
        empty="You currently have no uncomplete orders to be displayed"
        param="uncompleted"
        list={uncompleted}
        filter={filter}
        order="what is due first comes first"
        search={search}
        usualOwnDeliverer={usualOwnDeliverer}
        answer={actionData}
        queue={queue}
      />
      <OrderList
        title="All Completed Orders"
        empty="You currently have no complete orders to be displayed"
        param="completed"
        list={completed}
        filter={filter}
        order="the newest first"
        search={search}
        usualOwnDeliverer={usualOwnDeliverer}
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
            filter={filter}
            order="the newest first"
            search={search}
            usualOwnDeliverer={usualOwnDeliverer}
            answer={undefined}
            queue={queue}
          />
        </details>
      )}
      <PageToast message={actionData?.toast} />
    </div>
  )
}

/** The pick list of the day by which the lists are narrowed. */
const pickListOf = (day: SellerOrderFilter["day"]) =>
  pickAddress("/pick-list", { day: day === "late" ? null : day })

type ListProps = {
  title: string
  empty: string
  /** The URL parameter for the list's page. */
  param: string
  list: Paged<SellerOrderRow>
  filter: SellerOrderFilter
  /** How the list is sorted, in words. */
  order: string
  /** The page's query string. */
  search: string
  usualOwnDeliverer: boolean | null
  answer: FormAnswer | undefined
  queue: StatusUpdates
}

function OrderList(props: ListProps) {
  const { title, empty, param, list, filter, order, search, usualOwnDeliverer, answer, queue } = props
  return (
    <section className="stack" id={param}>
      <div className="split">
        <h2>{title}</h2>
        {list.total > 0 && <p className="soft num">{`${list.total}, ${order}`}</p>}
      </div>
      {list.total === 0 ? (
        <NoOrders empty={empty} filter={filter} />
      ) : (
        <>
          <ScrollArea height={500} label={title}>
            <ul className="seller-orders">
              {list.rows.map((row) => (
                <SellerOrderCard
                  key={row.id}
                  order={row}
                  list={search}
                  usualOwnDeliverer={usualOwnDeliverer}
                  answer={answer}
                  queue={queue}
                />
              ))}
            </ul>
          </ScrollArea>
          <Pagination page={list.page} pages={list.pages} param={param} label={`Pages of ${title}`} />
        </>
      )}
    </section>
  )
}

function NoOrders({ empty, filter }: Pick<ListProps, "empty" | "filter">) {
  if (filter.search) return <p className="soft">{`No order here matches “${filter.search}”.`}</p>
  if (isFiltered(filter)) return <p className="soft">No order here matches these filters.</p>
  return <EmptyState text={empty} button={{ label: "Go to Dashboard", to: "/market-dashboard" }} />
}
