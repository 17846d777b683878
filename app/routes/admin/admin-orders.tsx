import { replace } from "react-router"
import { z } from "zod"
import { AdminPage } from "#app/admin/admin-page.tsx"
import { ORDER_COLUMNS } from "#app/admin/order-columns.tsx"
import { OrderSheet } from "#app/admin/order-sheet.tsx"
import { makeRefund, reviewRefund } from "#app/admin/refund.ts"
import { readSearch, SearchForm } from "#app/admin/search-form.tsx"
import { StuckOrders } from "#app/admin/stuck-orders.tsx"
import { WhenText } from "#app/admin/when-text.tsx"
import { pageNumber } from "#app/catalog/page-number.ts"
import { formActions } from "#app/forms/form-actions.ts"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { revalidateAfterRejection } from "#app/forms/revalidate-after-rejection.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { flash } from "#app/ui/flash.ts"
import { type Column, Ledger } from "#app/ui/ledger.tsx"
import { Money } from "#app/ui/money.tsx"
import { EmptyState } from "#app/ui/states.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { Pagination } from "#app/ui/wayfinding.tsx"
import { orderWindowText } from "#core/calendar/calendar-text.ts"
import { listStuckOrders } from "#core/deliveries/overdue-deliveries.server.ts"
import { releaseDelivery } from "#core/deliveries/release-delivery.server.ts"
import { cancelOrderAsAdmin } from "#core/orders/cancel-order-as-admin.server.ts"
import { type FoundOrder, findOrders, viewOrderByNumber } from "#core/orders/find-orders.server.ts"
import { cancelAsAdminInput } from "#core/orders/order.ts"
import { refundFormInput } from "#core/payments/refund-form.ts"
import { retryRefund } from "#core/payments/retry-refund.server.ts"
import type { Route } from "./+types/admin-orders.ts"

export const meta: Route.MetaFunction = () => [{ title: "Orders — Pushcart" }]

const retryInput = z.object({ refundId: z.string({ error: "Which refund?" }) })
const releaseInput = z.object({ deliveryId: z.string({ error: "Which delivery?" }) })

/** `?order=100001` shows one order, anything else the list. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "admin")
  const params = new URL(request.url).searchParams
  const number = params.get("order")
  if (number !== null) {
    const found = await orNotFound(viewOrderByNumber(ctx, Number(number)))
    return { found, review: await reviewRefund(ctx, params), list: null }
  }
  const search = readSearch(params)
  const found = await findOrders(ctx, { search, page: pageNumber(params) })
  // A search or a later page means that the admin looks for another order.
  const stuck = search || found.page > 1 ? [] : await listStuckOrders(ctx)
  return { found: null, review: null, list: { search, ...found, stuck, now: ctx.now() } }
}

export const action = formActions("admin", {
  release: [
    releaseInput,
    async (ctx, { deliveryId }, { url }) => {
      await releaseDelivery(ctx, deliveryId)
      return back(url, "The delivery is available again.")
    },
  ],
  "make-refund": [
    refundFormInput,
    async (ctx, input, { url, idempotencyKey }) => back(url, await makeRefund(ctx, input, idempotencyKey)),
  ],
  "retry-refund": [
    retryInput,
    async (ctx, input, { url }) => {
      await retryRefund(ctx, input)
      return back(url, "The refund is sent again.")
    },
  ],
  "cancel-order": [
    cancelAsAdminInput,
    async (ctx, input, { url }) => {
      await cancelOrderAsAdmin(ctx, input)
      return back(url, "Order canceled. The customer gets a full refund.")
    },
  ],
})

/** Replaces the history entry that reviews a refund: going back would review the same refund again. */
function back(url: URL, message: string): Response {
  const order = url.searchParams.get("order") ?? ""
  return replace(`${url.pathname}?order=${encodeURIComponent(order)}`, { headers: flash(message) })
}

export const shouldRevalidate = revalidateAfterRejection

const COLUMNS: Column<FoundOrder>[] = [
  ORDER_COLUMNS.number,
  {
    key: "placed",
    label: "Placed",
    cell: (row) => <WhenText at={row.createdAt} />,
    sort: (row) => row.createdAt.getTime(),
  },
  ORDER_COLUMNS.market,
  { key: "customer", label: "Customer", cell: (row) => row.customer, sort: (row) => row.customer },
  ORDER_COLUMNS.status,
  {
    key: "total",
    label: "Total",
    cell: (row) => <Money cents={row.totalCents} />,
    sort: (row) => row.totalCents,
    figure: true,
  },
  {
    key: "refunded",
    label: "Refunded",
    cell: (row) => (row.refundedCents > 0 ? <Money cents={row.refundedCents} /> : ""),
    sort: (row) => row.refundedCents,
    figure: true,
  },
]

/** Shown only in a list with an order for a chosen time. */
const WANTED_FOR: Column<FoundOrder> = {
  key: "wanted",
  label: "Wanted for",
  cell: (row) => orderWindowText(row, row.timeZone) ?? "",
  sort: (row) => row.windowStartsAt?.getTime() ?? null,
}

const columnsOf = (rows: readonly FoundOrder[]) =>
  rows.some(({ windowStartsAt }) => windowStartsAt)
    ? COLUMNS.flatMap((column) => (column.key === "placed" ? [column, WANTED_FOR] : [column]))
    : COLUMNS

export default function AdminOrders({ loaderData, actionData }: Route.ComponentProps) {
  const { found, review, list } = loaderData
  useLive(({ data }) => changed(data, "refunds"))
  return (
    <AdminPage title="Orders">
      <SearchForm
        action="/admin-orders"
        label="Search"
        hint="An order's number, a market, or a customer's name or email."
        search={list?.search ?? ""}
      />
      {found && <OrderSheet found={found} answer={actionData} review={review} />}
      {list && (
        <>
          <StuckOrders orders={list.stuck} now={list.now} />
          <Ledger
            name="sort"
            caption="Orders, newest first"
            columns={columnsOf(list.orders)}
            rows={list.orders}
            rowKey={(row) => row.id}
            empty={<EmptyState text={list.search ? "No order matches." : "No orders yet."} />}
          />
          <Pagination page={list.page} pages={list.pages} />
        </>
      )}
      <PageToast message={actionData?.toast} />
    </AdminPage>
  )
}
