import "./customer-orders.css"
import { Form } from "react-router"
import { Button } from "#app/ui/button.tsx"
import { Link } from "#app/ui/link.tsx"
import { type OrdersShown, ordersAddress } from "./orders-address.ts"

/** Searches a customer's orders by a GET form, so that it works without JavaScript. */
export function CustomerOrderSearch({ filter }: { filter: OrdersShown }) {
  const { search, show, isWhole } = filter
  return (
    <Form action="/customer-orders" role="search" className="orders-search">
      {show !== "all" && <input type="hidden" name="show" value={show} />}
      {isWhole && <input type="hidden" name="whole" value="1" />}
      <label htmlFor="orders-q" className="sr-only">
        Product, market, order number or code
      </label>
      <input
        id="orders-q"
        key={search}
        className="input"
        type="search"
        name="q"
        defaultValue={search}
        placeholder="Product, market or number"
        autoComplete="off"
        enterKeyHint="search"
      />
      <Button small kind="plain">
        Search
      </Button>
      {search && (
        <Link to={ordersAddress({ ...filter, search: "" })} className="text-link">
          Clear
        </Link>
      )}
    </Form>
  )
}
