import "#app/pick-list/pick-list.css"
import { redirect } from "react-router"
import { formActions } from "#app/forms/form-actions.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { CheckOffForms } from "#app/pick-list/check-off.tsx"
import { type PickView, pickAddress } from "#app/pick-list/pick-addresses.ts"
import { PickByOrder } from "#app/pick-list/pick-by-order.tsx"
import { PickByProduct } from "#app/pick-list/pick-by-product.tsx"
import { NothingToPick, PickProblems } from "#app/pick-list/pick-notices.tsx"
import { PickTimes } from "#app/pick-list/pick-times.tsx"
import { PrintButton } from "#app/pick-list/print-button.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { flash } from "#app/ui/flash.ts"
import { LivePaused } from "#app/ui/states.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { Tabs } from "#app/ui/wayfinding.tsx"
import { listPickList } from "#core/orders/list-pick-list.server.ts"
import { pickLines } from "#core/orders/pick-lines.server.ts"
import {
  PICK_PARAMS,
  pickCountText,
  pickedText,
  pickLinesInput,
  readPickSelection,
} from "#core/orders/pick-list.ts"
import type { Route } from "./+types/pick-list.ts"

export const meta: Route.MetaFunction = () => [{ title: "Pick list — Pushcart" }]

export async function loader({ url, context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "seller")
  const selection = readPickSelection(url.searchParams)
  const { market, ...list } = await listPickList(ctx, selection)
  const view: PickView = url.searchParams.get(PICK_PARAMS.view) === "order" ? "order" : "product"
  return { ...list, marketName: market.name, numbers: selection.numbers, view }
}

export const action = formActions("seller", {
  "pick-lines": [
    pickLinesInput,
    async (ctx, input, { url }) => backTo(url, await pickLines(ctx, input, { isPicked: true })),
  ],
  "reopen-lines": [
    pickLinesInput,
    async (ctx, input, { url }) => backTo(url, await pickLines(ctx, input, { isPicked: false })),
  ],
})

function backTo({ search }: URL, { reasons }: { reasons: string[] }): Response {
  const headers = reasons.length > 0 ? flash(reasons.join(" "), "error") : undefined
  return redirect(`/pick-list${search}`, headers && { headers })
}

/** Another phone may have checked something off: a rejected box shows what is there now. */
export const shouldRevalidate = () => true

export default function PickListPage({ loaderData, actionData }: Route.ComponentProps) {
  const { title, asOf, day, window, numbers, view, days, windows, orders, problems, marketName } = loaderData
  const selected = { day, window, numbers }
  useLive(({ data }) => changed(data, "orders"))
  return (
    <div className="stack pick-list">
      <div className="split">
        <h1>Pick list</h1>
        {orders.length > 0 && (
          <div className="split-start no-print">
            <LinkButton small kind="plain" to={pickAddress("/packing-slips", selected)}>
              Packing slips
            </LinkButton>
            <LinkButton small kind="plain" to={pickAddress("/labels", selected)}>
              Labels
            </LinkButton>
            <PrintButton />
          </div>
        )}
      </div>
      <LivePaused />
      <PickProblems problems={problems} />
      <PickTimes days={days} windows={windows} day={day} window={window} view={view} />
      {orders.length === 0 ? (
        <NothingToPick day={day} window={window} title={title} />
      ) : (
        <>
          <div className="no-print">
            <Tabs
              label="View"
              tabs={(["product", "order"] as const).map((one) => ({
                label: one === "product" ? "By product" : "By order",
                to: pickAddress("/pick-list", { ...selected, view: one }),
                current: one === view,
              }))}
            />
          </div>
          <div>
            <h2>{title}</h2>
            <p className="soft num">{`${marketName}: ${pickCountText(orders)}. As of ${asOf}.`}</p>
            <p className="soft num no-print" role="status">
              {pickedText(orders)}
            </p>
          </div>
          <CheckOffForms />
          {view === "order" ? (
            <PickByOrder orders={orders} />
          ) : (
            <PickByProduct orders={orders} isOneDay={day !== null} />
          )}
        </>
      )}
      <PageToast message={actionData?.toast} />
    </div>
  )
}
