import { useLayoutEffect } from "react"
import { Form, useLocation } from "react-router"
import { ReturnField } from "#app/forms/return-field.tsx"
import { hasNewOrderCards, todayAddress } from "#app/today/today-address.ts"
import { Button } from "#app/ui/button.tsx"
import { Link } from "#app/ui/link.tsx"
import { useSiteMark } from "#app/ui/site-mark.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { inSentence } from "#core/orders/due-text.ts"
import { type NewOrder, newOrderText } from "#core/orders/new-order-text.ts"
import { SoundSwitch } from "./sound-switch.tsx"

/**
 * New orders on top of every page of a seller, until "Got it", with their number in the page's title. Where Today shows
 * them as cards, only the title has them.
 */
export function NewOrders({ orders }: { orders: NewOrder[] }) {
  useLive(({ data }) => changed(data, "orders"))
  useTitleCount(orders.length)
  const { pathname, search } = useLocation()
  const [first] = hasNewOrderCards(pathname, search) ? [] : orders
  return (
    <div aria-live="polite" className="no-print">
      {first && (
        <aside className="new-orders" aria-label="New orders">
          <p>
            {orders.length === 1 ? (
              <Link
                to={`/order-seller?OrderID=${first.id}`}
              >{`New order ${first.number}: ${newOrderText(first)}`}</Link>
            ) : (
              <Link
                to={todayAddress({ stage: "new" })}
              >{`${orders.length} new orders, the first for ${inSentence(first.due)}`}</Link>
            )}
          </p>
          <div className="split-start">
            <Form method="post" action="/new-orders" replace preventScrollReset>
              {orders.map(({ id }) => (
                <input key={id} type="hidden" name="orderIds" value={id} />
              ))}
              <ReturnField />
              <Button small name="intent" value="acknowledge">
                Got it
              </Button>
            </Form>
            <SoundSwitch newest={orders.reduce((most, { number }) => Math.max(most, number), 0)} />
          </div>
        </aside>
      )}
    </div>
  )
}

const COUNT = /^\(\d+\) /

/** "(2) Orders — Pushcart". Runs after each render, since each page sets a title without the count. */
function useTitleCount(count: number) {
  const mark = useSiteMark()
  useLayoutEffect(() => {
    const before = mark ? `${mark.word}: ` : ""
    const title = document.title
      .slice(document.title.startsWith(before) ? before.length : 0)
      .replace(COUNT, "")
    document.title = `${before}${count > 0 ? `(${count}) ` : ""}${title}`
  })
}
