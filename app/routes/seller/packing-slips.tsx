import "#app/pick-list/pick-list.css"
import { requireContext } from "#app/guards/require-context.ts"
import { OrderNoteText } from "#app/orders/order-note.tsx"
import { FulfilmentPill } from "#app/pick-list/fulfilment-pill.tsx"
import { pickAddress } from "#app/pick-list/pick-addresses.ts"
import { PickItems } from "#app/pick-list/pick-by-order.tsx"
import { NothingToPick, PickProblems } from "#app/pick-list/pick-notices.tsx"
import { PrintButton } from "#app/pick-list/print-button.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { listPickList } from "#core/orders/list-pick-list.server.ts"
import { readPickSelection } from "#core/orders/pick-list.ts"
import type { Route } from "./+types/packing-slips.ts"

export const meta: Route.MetaFunction = () => [{ title: "Packing slips — Pushcart" }]

export async function loader({ url, context }: Route.LoaderArgs) {
  const selection = readPickSelection(url.searchParams)
  const list = await listPickList(requireContext(context, "seller"), selection)
  const { market, title, day, window, problems } = list
  const orders = list.orders.filter(({ lines }) => lines.length > 0)
  return { market, title, day, window, numbers: selection.numbers, orders, problems }
}

/** Slips that go with the goods: no money, and no confirmation code. */
export default function PackingSlips({ loaderData }: Route.ComponentProps) {
  const { market, title, day, window, numbers, orders, problems } = loaderData
  return (
    <div className="stack slips">
      <div className="stack no-print">
        <div className="split">
          <h1>Packing slips</h1>
          <div className="split-start">
            <LinkButton small kind="plain" to={pickAddress("/pick-list", { day, window, numbers })}>
              Pick list
            </LinkButton>
            {orders.length > 0 && <PrintButton />}
          </div>
        </div>
        <PickProblems problems={problems} />
        {orders.length === 0 ? (
          <NothingToPick day={day} window={window} title={title} />
        ) : (
          <p className="lead">{`${title}. Each order is printed on a page of its own.`}</p>
        )}
      </div>
      {orders.map((order) => (
        <Card as="article" key={order.id} className="stack slip" aria-labelledby={`slip-${order.number}`}>
          <div className="split">
            <h2 id={`slip-${order.number}`} className="num">{`Order ${order.number}`}</h2>
            <FulfilmentPill order={order} />
          </div>
          <div>
            <p className="slip-name">{order.customerName}</p>
            <p>{order.due}</p>
          </div>
          <PickItems order={order} />
          <OrderNoteText order={order} reader="seller" />
          <p className="soft slip-market">{`${market.name}, ${market.phone}`}</p>
        </Card>
      ))}
    </div>
  )
}
