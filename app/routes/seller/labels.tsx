import "#app/pick-list/pick-list.css"
import { requireContext } from "#app/guards/require-context.ts"
import { BagLabel } from "#app/pick-list/bag-label.tsx"
import { pickAddress } from "#app/pick-list/pick-addresses.ts"
import { NothingToPick, PickProblems } from "#app/pick-list/pick-notices.tsx"
import { PrintButton } from "#app/pick-list/print-button.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { listPickList } from "#core/orders/list-pick-list.server.ts"
import { labelsOf, readPickSelection } from "#core/orders/pick-list.ts"
import { qrCode } from "#core/qr-code.server.ts"
import type { Route } from "./+types/labels.ts"

export const meta: Route.MetaFunction = () => [{ title: "Labels — Pushcart" }]

export async function loader({ url, context }: Route.LoaderArgs) {
  const selection = readPickSelection(url.searchParams)
  const { market, title, day, window, orders, problems } = await listPickList(
    requireContext(context, "seller"),
    selection,
  )
  return {
    marketName: market.name,
    title,
    day,
    window,
    numbers: selection.numbers,
    // The number alone: whoever finds a bag's label must not be able to collect the order with it.
    labels: labelsOf(orders).map((label) => ({ ...label, qr: qrCode(String(label.number)) })),
    problems,
  }
}

export default function Labels({ loaderData }: Route.ComponentProps) {
  const { marketName, title, day, window, numbers, labels, problems } = loaderData
  return (
    <div className="stack labels">
      <div className="stack no-print">
        <div className="split">
          <h1>Labels</h1>
          <div className="split-start">
            <LinkButton small kind="plain" to={pickAddress("/pick-list", { day, window, numbers })}>
              Pick list
            </LinkButton>
            {labels.length > 0 && <PrintButton />}
          </div>
        </div>
        <PickProblems problems={problems} />
        {labels.length === 0 ? (
          <NothingToPick day={day} window={window} title={title} />
        ) : (
          <p className="lead">
            {`${title}. Ten labels of 2 × 4 inches fit on a Letter page; print at 100% without headers and footers.`}
          </p>
        )}
      </div>
      {labels.length > 0 && (
        <ul className="label-sheet">
          {labels.map((label) => (
            <BagLabel key={`${label.number} ${label.bag}`} label={label} marketName={marketName} />
          ))}
        </ul>
      )}
    </div>
  )
}
