import { useRef } from "react"
import { Form } from "react-router"
import { Button } from "#app/ui/button.tsx"
import { Link } from "#app/ui/link.tsx"
import { useSlashKey } from "#app/ui/use-slash-key.ts"
import type { DueCounts } from "#core/orders/list-seller-orders.server.ts"
import { FILTER_PARAMS, isFiltered, type SellerOrderFilter } from "#core/orders/seller-order-filter.ts"
import { ORDER_STATUSES, statusText } from "#core/orders/statuses.ts"

type Props = {
  filter: SellerOrderFilter
  due: DueCounts
}

/** Searches and narrows a seller's lists, by links and a GET form, so that it works without JavaScript. */
export function SellerOrderFilters({ filter, due }: Props) {
  const field = useRef<HTMLInputElement>(null)
  useSlashKey(field)
  return (
    <div className="stack no-print">
      <Form action="/marketOrders" role="search" className="order-search">
        <Kept filter={filter} names={["day", "fulfilment"]} />
        <label htmlFor="order-q" className="sr-only">
          Name, order number, confirmation code or product
        </label>
        <input
          ref={field}
          id="order-q"
          key={filter.search}
          className="input"
          type="search"
          name={FILTER_PARAMS.search}
          defaultValue={filter.search}
          placeholder="Name, number, code or product"
          aria-keyshortcuts="/"
          autoComplete="off"
        />
        <label htmlFor="order-status" className="sr-only">
          Status
        </label>
        <select
          id="order-status"
          key={filter.status}
          className="input"
          name={FILTER_PARAMS.status}
          defaultValue={filter.status ?? ""}
        >
          <option value="">Any status</option>
          <option value="placed">Order placed</option>
          {ORDER_STATUSES.map((status) => (
            <option key={status} value={status}>
              {statusText(status)}
            </option>
          ))}
        </select>
        <Button small>Search</Button>
        {isFiltered(filter) && (
          <Link to="/marketOrders" className="text-link">
            Clear
          </Link>
        )}
      </Form>
      <nav aria-label="Filters">
        <ul className="chips">
          <Chip label="All days" count={due.total} isOn={!filter.day} to={{ ...filter, day: null }} />
          {(due.late > 0 || filter.day === "late") && (
            <Chip
              label="Late"
              count={due.late}
              isOn={filter.day === "late"}
              to={{ ...filter, day: "late" }}
            />
          )}
          {due.days.map(({ date, name, count }) => (
            <Chip
              key={date}
              label={name}
              count={count}
              isOn={filter.day === date}
              to={{ ...filter, day: date }}
            />
          ))}
          {(["pickup", "delivery"] as const).map((kind) => {
            const isOn = filter.fulfilment === kind
            return (
              <Chip
                key={kind}
                label={kind === "pickup" ? "Pickup" : "Delivery"}
                count={due.kinds[kind]}
                isOn={isOn}
                to={{ ...filter, fulfilment: isOn ? null : kind }}
              />
            )
          })}
        </ul>
      </nav>
    </div>
  )
}

type Named = keyof typeof FILTER_PARAMS

const Kept = ({ filter, names }: { filter: SellerOrderFilter; names: readonly Named[] }) =>
  names.map((name) =>
    filter[name] ? <input key={name} type="hidden" name={FILTER_PARAMS[name]} value={filter[name]} /> : null,
  )

type ChipProps = { label: string; count: number; isOn: boolean; to: SellerOrderFilter }

const Chip = ({ label, count, isOn, to }: ChipProps) => (
  <li>
    <Link to={addressOf(to)} className="chip" aria-current={isOn || undefined} preventScrollReset>
      <span>{label}</span>
      <span className="num">{count}</span>
    </Link>
  </li>
)

function addressOf(filter: SellerOrderFilter): string {
  const params = new URLSearchParams()
  for (const name of Object.keys(FILTER_PARAMS) as Named[])
    if (filter[name]) params.set(FILTER_PARAMS[name], filter[name])
  const text = params.toString()
  return text ? `/marketOrders?${text}` : "/marketOrders"
}
