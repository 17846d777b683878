import { type Column, Ledger } from "#app/ui/ledger.tsx"
import type { StuckOrder } from "#core/deliveries/overdue-deliveries.server.ts"
import { durationText } from "#core/places/duration.ts"
import { ORDER_COLUMNS } from "./order-columns.tsx"
import { WhenText } from "./when-text.tsx"

/** Orders whose courier an admin should contact; renders nothing if there are none. */
export function StuckOrders({ orders, now }: { orders: StuckOrder[]; now: Date }) {
  if (orders.length === 0) return null
  return (
    <section className="stack admin-table" aria-labelledby="stuck">
      <h2 className="admin-h" id="stuck">
        Stuck orders
      </h2>
      <p>
        Their couriers haven't made progress for three hours. Call them, or open the order to release the
        delivery or cancel the order.
      </p>
      <Ledger
        name="stuck"
        caption="Stuck orders, longest first"
        columns={columnsAt(now)}
        rows={orders}
        rowKey={(row) => row.id}
        empty={null}
      />
    </section>
  )
}

const columnsAt = (now: Date): Column<StuckOrder>[] => [
  ORDER_COLUMNS.number,
  ORDER_COLUMNS.status,
  ORDER_COLUMNS.market,
  { key: "courier", label: "Courier", cell: courierOf, sort: courierOf },
  {
    key: "since",
    label: "Since",
    cell: (row) => <WhenText at={row.since} />,
    sort: (row) => row.since.getTime(),
  },
  {
    key: "for",
    label: "For",
    cell: (row) => (
      <span className="whole">{durationText((now.getTime() - row.since.getTime()) / 1000)}</span>
    ),
    sort: (row) => now.getTime() - row.since.getTime(),
    figure: true,
  },
]

const courierOf = ({ firstName, lastName }: StuckOrder) => `${firstName} ${lastName}`
