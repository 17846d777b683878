import "#app/today/today.css"
import { redirect, useLocation, useRouteLoaderData } from "react-router"
import { pageNumber } from "#app/catalog/page-number.ts"
import { formActions } from "#app/forms/form-actions.ts"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { severalText } from "#app/orders/next-step-texts.ts"
import { SoundSwitch } from "#app/orders/sound-switch.tsx"
import { readUndoable, stepForms } from "#app/orders/step-forms.ts"
import { UndoBar } from "#app/orders/undo-bar.tsx"
import { UNDO_PARAM } from "#app/orders/undo-param.ts"
import type { loader as rootLoader } from "#app/root.tsx"
import { QueueNotice } from "#app/step-queue/queue-notice.tsx"
import { SeveralBar } from "#app/today/several-bar.tsx"
import { StageTabs } from "#app/today/stage-tabs.tsx"
import { hasNewOrderCards, todayAddress } from "#app/today/today-address.ts"
import { TodayAside } from "#app/today/today-aside.tsx"
import { TodayList } from "#app/today/today-list.tsx"
import { TodaySearch } from "#app/today/today-search.tsx"
import { useNow } from "#app/today/use-now.ts"
import { useTodaySteps } from "#app/today/use-today-steps.ts"
import { LinkButton } from "#app/ui/button.tsx"
import { flash } from "#app/ui/flash.ts"
import { Icon } from "#app/ui/icon.tsx"
import { Link } from "#app/ui/link.tsx"
import { EmptyState, LivePaused, Notice } from "#app/ui/states.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { Pagination } from "#app/ui/wayfinding.tsx"
import { isDate } from "#core/calendar/zoned-time.ts"
import { listSellerToday, type SellerToday } from "#core/orders/list-seller-today.server.ts"
import { readStage, STAGE_LABELS, type Stage, severalInput } from "#core/orders/seller-stages.ts"
import { stepSeveral } from "#core/orders/step-several.server.ts"
import { searchText } from "#core/search/search-text.ts"
import type { Route } from "./+types/market-today.ts"

export const meta: Route.MetaFunction = () => [{ title: "Today — Pushcart" }]

/** `?stage=ready`, `?day=2026-11-29` for what is to pack on a later day, `?q=` for a search. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "seller")
  const params = url.searchParams
  const day = params.get("day") ?? ""
  const view = {
    stage: readStage(params.get("stage")),
    day: isDate(day) ? day : null,
    search: searchText(params.get("q") ?? ""),
    page: pageNumber(params),
  }
  const today = await orNotFound(listSellerToday(ctx, view))
  return { ...today, view, undoable: await readUndoable(ctx, url) }
}

export const action = formActions("seller", {
  ...stepForms(),
  several: [
    severalInput,
    async (ctx, input, { url }) => {
      const result = await stepSeveral(ctx, input)
      const kind = result.failed.length > 0 ? "error" : "good"
      const params = new URLSearchParams(url.search)
      if (input.step !== "acknowledge" && result.done.length > 0)
        params.set(UNDO_PARAM, result.done.map(({ id }) => id).join())
      const headers = flash(severalText(input.step, result), kind)
      return redirect(`${url.pathname}?${params}`, { headers })
    },
  ],
})

export default function MarketToday({ loaderData, actionData }: Route.ComponentProps) {
  const { view, date, market, list, counts, later, receivedCents, undoable } = loaderData
  const { pathname, search } = useLocation()
  const newest = useNewestOrder()
  // Otherwise the bar of new orders has it, and two would sound twice.
  const hasSwitch = newest === 0 || hasNewOrderCards(pathname, search)
  const steps = useTodaySteps()
  const now = useNow(loaderData.now)
  const isGrouped = !view.search && (view.stage === "new" || view.stage === "pack")
  useLive(({ data }) => ["orders", "account"].some((what) => changed(data, what)))
  return (
    <div className="stack today">
      <UndoBar undoable={undoable} />
      <div className="split">
        <div>
          <h1>Today</h1>
          <p className="soft">{`${date} · ${market.text}`}</p>
        </div>
        <div className="split-start no-print">
          {hasSwitch && <SoundSwitch newest={newest} />}
          <LinkButton small kind="plain" to="/pick-list">
            <Icon name="list" width="18" height="18" />
            <span>Pick list</span>
          </LinkButton>
        </div>
      </div>
      <LivePaused />
      <QueueNotice {...steps.queue} />
      {market.state === "paused" && (
        <Notice>
          <p>{`${market.text}. Customers can't order from you meanwhile.`}</p>
          <Link to="/my-market" className="text-link">
            Change the pause
          </Link>
        </Notice>
      )}
      <TodaySearch search={view.search} />
      <StageTabs counts={counts} current={view.search ? null : view.stage} />
      <div className="today-body">
        <div className="stack">
          {view.search && <SearchHead search={view.search} total={list.total} />}
          {list.total === 0 && !view.search && <NoOrders view={view} market={market} />}
          {!isGrouped && !view.search && list.total > 0 && (
            <h2 className="sr-only">{STAGE_LABELS[view.stage]}</h2>
          )}
          <TodayList
            orders={list.rows}
            now={now}
            here={pathname + search}
            usualOwnDeliverer={loaderData.usualOwnDeliverer}
            answer={actionData}
            steps={steps}
            isGrouped={isGrouped}
          />
          <Pagination page={list.page} pages={list.pages} label="Pages of orders" />
          <SeveralBar orders={list.rows} answer={actionData} steps={steps} />
        </div>
        <TodayAside counts={counts} later={later} receivedCents={receivedCents} day={view.day} />
      </div>
      <PageToast message={actionData?.toast} />
    </div>
  )
}

/** The number of the newest order that nobody has acknowledged; 0 if there is none. */
function useNewestOrder(): number {
  const orders = useRouteLoaderData<typeof rootLoader>("root")?.newOrders ?? []
  return orders.reduce((most, { number }) => Math.max(most, number), 0)
}

function SearchHead({ search, total }: { search: string; total: number }) {
  const found =
    total === 0 ? "No order of today matches" : total === 1 ? "1 order matches" : `${total} orders match`
  return (
    <div className="split">
      <h2>{`${found} “${search}”`}</h2>
      <Link to={`/marketOrders?${new URLSearchParams({ q: search })}`} className="text-link">
        Search all orders
      </Link>
    </div>
  )
}

const EMPTY: Record<Stage, string> = {
  new: "No new orders. The next one appears here by itself.",
  pack: "Nothing to pack for today.",
  ready: "No order is waiting for its customer.",
  courier: "No order is with a courier.",
  done: "No order is done yet today.",
}

function NoOrders({
  view,
  market,
}: {
  view: { stage: Stage; day: string | null }
  market: SellerToday["market"]
}) {
  if (view.day) return <EmptyState text="Nothing is left to pack for this day." button={TO_PACK} />
  const closed = view.stage === "pack" && market.state === "closed" ? ` ${market.text}.` : ""
  return <EmptyState text={EMPTY[view.stage] + closed} />
}

const TO_PACK = { label: "To pack today", to: todayAddress({ stage: "pack" }) }
