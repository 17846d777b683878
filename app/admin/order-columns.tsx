import { Link } from "react-router"
import type { Column } from "#app/ui/ledger.tsx"
import { type OrderStatus, statusText } from "#core/orders/statuses.ts"

type Listed = { number: number; status: OrderStatus | null; market: string }

/** The columns that all lists of orders share. */
export const ORDER_COLUMNS = {
  number: {
    key: "number",
    label: "Number",
    cell: (row) => (
      <Link className="text-link num" to={`/admin-orders?order=${row.number}`}>
        {row.number}
      </Link>
    ),
    sort: (row) => row.number,
  },
  status: {
    key: "status",
    label: "Status",
    cell: (row) => statusText(row.status),
    sort: (row) => statusText(row.status),
  },
  market: { key: "market", label: "Market", cell: (row) => row.market, sort: (row) => row.market },
} satisfies Record<string, Column<Listed>>
