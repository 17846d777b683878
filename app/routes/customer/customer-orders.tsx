import { pageNumber } from "#app/catalog/page-number.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { CustomerOrderRow, OrderColumns } from "#app/orders/customer-order-row.tsx"
import { CustomerOrderSearch } from "#app/orders/customer-order-search.tsx"
import { ordersAddress } from "#app/orders/orders-address.ts"
import { Link } from "#app/ui/link.tsx"
import { EmptyState, ListTotal, LivePaused, ScrollArea } from "#app/ui/states.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { Pagination, Tabs } from "#app/ui/wayfinding.tsx"
import { CUSTOMER_ORDER_LISTS, readCustomerFilter } from "#core/orders/customer-order-filter.ts"
import { pageOfCustomerOrders } from "#core/orders/list-customer-orders.server.ts"
import type { Route } from "./+types/customer-orders.ts"

export const meta: Route.MetaFunction = () => [{ title: "All your orders — Pushcart" }]

export async function loader({ url: { searchParams }, context }: Route.LoaderArgs) {
  const filter = readCustomerFilter(searchParams)
  const listed = await pageOfCustomerOrders(requireContext(context, "customer"), {
    ...filter,
    page: pageNumber(searchParams),
  })
  return { ...listed, filter: { ...filter, isWhole: searchParams.get("whole") === "1" } }
}

const TABS = { all: "All", open: "Open", past: "Past" }
/** As many rows fit into the box of 400 px. */
const ROWS_IN_BOX = 5

export default function CustomerOrders({ loaderData }: Route.ComponentProps) {
  const { rows: orders, page, pages, total, counts, filter } = loaderData
  const { search, show, isWhole } = filter
  useLive(({ data }) => changed(data, "orders"))
  const rows = (
    <>
      <OrderColumns />
      <ul className="orders">
        {orders.map((order) => (
          <CustomerOrderRow key={order.id} order={order} />
        ))}
      </ul>
    </>
  )
  if (counts.all === 0 && !search)
    return (
      <div className="stack">
        <h1>All your orders</h1>
        <LivePaused />
        <EmptyState
          text="You currently have no orders to be displayed"
          button={{ label: "Shop", to: "/home" }}
        />
      </div>
    )
  return (
    <div className="stack">
      <h1>All your orders</h1>
      <LivePaused />
      <div className="orders-find">
        <CustomerOrderSearch filter={filter} />
        <Tabs
          label="Lists"
          tabs={CUSTOMER_ORDER_LISTS.map((one) => ({
            label: `${TABS[one]} ${counts[one]}`,
            to: ordersAddress({ ...filter, show: one }),
            current: one === show,
          }))}
        />
      </div>
      {orders.length === 0 ? (
        <Nothing filter={filter} />
      ) : (
        <>
          <ListTotal total={total} pages={pages} />
          <div className="orders-box">
            {isWhole ? (
              <section aria-label="Your orders">{rows}</section>
            ) : (
              <ScrollArea height={400} label="Your orders">
                {rows}
              </ScrollArea>
            )}
          </div>
          {orders.length > ROWS_IN_BOX && (
            <p className="orders-whole">
              <Link className="text-link" to={ordersAddress({ ...filter, isWhole: !isWhole }, page)}>
                {isWhole ? "Show them in a box" : `Show all ${orders.length} on one page`}
              </Link>
            </p>
          )}
          <Pagination page={page} pages={pages} />
        </>
      )}
    </div>
  )
}

function Nothing({ filter }: Pick<Route.ComponentProps["loaderData"], "filter">) {
  const { search, show } = filter
  return search ? (
    <EmptyState
      text={`No ${show === "all" ? "" : `${show} `}order with “${search}”`}
      button={{ label: "Clear the search", to: ordersAddress({ ...filter, search: "" }) }}
    />
  ) : (
    <EmptyState
      text={`You have no ${show} orders`}
      button={{ label: "All orders", to: ordersAddress({ ...filter, show: "all" }) }}
    />
  )
}
