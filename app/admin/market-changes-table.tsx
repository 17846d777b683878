import { Link } from "react-router"
import { type Column, Ledger } from "#app/ui/ledger.tsx"
import type { WaitingChange } from "#core/market/list-market-changes.server.ts"
import { changeText, currentText } from "#core/market/market-changes.ts"
import { WhenText } from "./when-text.tsx"

/** Requests for a new name, address or time zone that wait for an admin; renders nothing if there are none. */
export function MarketChangesTable({ changes }: { changes: WaitingChange[] }) {
  if (changes.length === 0) return null
  return (
    <section className="stack admin-table" aria-labelledby="market-changes">
      <h2 id="market-changes">
        Changes of markets <span className="soft num">{changes.length}</span>
      </h2>
      <Ledger
        name="market-changes"
        caption="Changes of markets, oldest first"
        rows={changes}
        rowKey={(row) => row.id}
        columns={COLUMNS}
        empty={null}
      />
    </section>
  )
}

const COLUMNS: Column<WaitingChange>[] = [
  {
    key: "market",
    label: "Market",
    cell: (row) => (
      <Link className="text-link" to={`/seller-info?seller=${row.sellerId}`}>
        {row.market.name}
      </Link>
    ),
    sort: (row) => row.market.name,
  },
  { key: "now", label: "Now", cell: (row) => currentText(row.kind, row.market) },
  { key: "wanted", label: "Wanted", cell: (row) => changeText(row.wanted) },
  {
    key: "asked",
    label: "Asked",
    cell: (row) => <WhenText at={row.createdAt} />,
    sort: (row) => row.createdAt.getTime(),
  },
]
