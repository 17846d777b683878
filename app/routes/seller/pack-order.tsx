import { redirect, useSearchParams } from "react-router"
import { formActions } from "#app/forms/form-actions.ts"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { BackToList } from "#app/orders/back-to-list.tsx"
import { CallLinks } from "#app/orders/call-links.tsx"
import { OrderNoteText } from "#app/orders/order-note.tsx"
import { placeInList } from "#app/orders/place-in-list.ts"
import { PackForm } from "#app/packing/pack-form.tsx"
import { PackLine } from "#app/packing/pack-line.tsx"
import { PackedNotice } from "#app/packing/packed-notice.tsx"
import { REPLACE_PARAM } from "#app/packing/replace-link.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { Pill, Receipt } from "#app/ui/card.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { LivePaused, Notice } from "#app/ui/states.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { negate } from "#core/money.ts"
import { inSentence } from "#core/orders/due-text.ts"
import { listReplacements } from "#core/orders/list-replacements.server.ts"
import { offerReplacement } from "#core/orders/offer-replacement.server.ts"
import { packLine } from "#core/orders/pack-line.server.ts"
import { packOrder, unpackOrder } from "#core/orders/pack-order.server.ts"
import { packLineInput, packOrderInput, reopenLineInput, unpackOrderInput } from "#core/orders/packing.ts"
import { offerReplacementInput, withdrawReplacementInput } from "#core/orders/replacement.ts"
import { statusText } from "#core/orders/statuses.ts"
import { viewPacking } from "#core/orders/view-packing.server.ts"
import { withdrawReplacement } from "#core/orders/withdraw-replacement.server.ts"
import type { Route } from "./+types/pack-order.ts"

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Pack order ${loaderData?.order.number ?? ""} — Pushcart` },
]

export async function loader({ url, context }: Route.LoaderArgs) {
  const id = url.searchParams.get("OrderDetails") ?? ""
  const ctx = requireContext(context, "seller")
  const packing = await orNotFound(viewPacking(ctx, id))
  const lineId = url.searchParams.get(REPLACE_PARAM)
  const canReplace = packing.lines.some((line) => line.id === lineId && line.canOffer)
  return {
    ...packing,
    choices: lineId && canReplace ? await orNotFound(listReplacements(ctx, lineId)) : null,
  }
}

/** Another phone may have changed the order: a rejected step shows what is there now. */
export const shouldRevalidate = () => true

/** Without the form to offer a replacement, which is done or no longer fits. */
function backTo({ searchParams }: URL) {
  const params = new URLSearchParams(searchParams)
  params.delete(REPLACE_PARAM)
  return redirect(`/pack-order?${params}`)
}

export const action = formActions("seller", {
  "pack-line": [packLineInput, async (ctx, input, { url }) => packLine(ctx, input).then(() => backTo(url))],
  "reopen-line": [
    reopenLineInput,
    async (ctx, input, { url }) => packLine(ctx, { ...input, packedQuantity: null }).then(() => backTo(url)),
  ],
  "offer-replacement": [
    offerReplacementInput,
    async (ctx, input, { url }) => offerReplacement(ctx, input).then(() => backTo(url)),
  ],
  "withdraw-replacement": [
    withdrawReplacementInput,
    async (ctx, input, { url }) => withdrawReplacement(ctx, input).then(() => backTo(url)),
  ],
  "pack-order": [
    packOrderInput,
    async (ctx, input, { url }) => packOrder(ctx, input).then(() => backTo(url)),
  ],
  "unpack-order": [
    unpackOrderInput,
    async (ctx, input, { url }) => unpackOrder(ctx, input).then(() => backTo(url)),
  ],
})

export default function PackOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { order, firstName, customerToCall: customer, lines, progress, sums, choices } = loaderData
  const list = useSearchParams()[0].get("list")
  useLive(({ data }) => changed(data, "orders", order.id))
  const canPack = order.isAtMarket && !order.isPacked
  const firstOpen = lines.find((line) => !line.isDealtWith && line.offer?.status !== "open")?.id
  return (
    <div className="stack packing">
      <div className="split">
        <h1>{`Pack for ${firstName}`}</h1>
        <Pill ground={order.fulfilment === "pickup" ? "sage" : "sky"}>
          <Icon name={order.fulfilment === "pickup" ? "bag" : "bike"} width="16" height="16" />
          <span>{order.fulfilment === "pickup" ? "Pickup" : "Delivery"}</span>
        </Pill>
      </div>
      <DueText {...loaderData} />
      <LivePaused />
      {customer && <CallLinks name={customer.firstName} phone={customer.phone} />}
      <OrderNoteText order={order} reader="seller" />
      {!order.isAtMarket && (
        <Notice kind="info">{`This order is ${statusText(order.status)}. There is nothing left to pack.`}</Notice>
      )}
      {order.isPacked && (
        <PackedNotice order={order} undoSeconds={order.isAtMarket ? loaderData.undoSeconds : 0} sums={sums} />
      )}
      {canPack && (
        <div role="status">
          <div className="split">
            <p className="label">{`${progress.dealt} of ${progress.total} dealt with`}</p>
            {progress.waiting > 0 && <p className="soft">{waitingText(progress)}</p>}
          </div>
          <progress
            className="packing-progress"
            value={progress.dealt}
            max={progress.total}
            aria-label="Lines dealt with"
          />
        </div>
      )}
      <ul className="packing-lines" aria-label="Items">
        {lines.map((line) => (
          <PackLine
            key={line.id}
            line={line}
            canPack={canPack}
            isFirstOpen={line.id === firstOpen}
            firstName={firstName}
            replacement={order.replacement}
            choices={choices?.lineId === line.id ? choices : null}
            answer={actionData}
          />
        ))}
      </ul>
      <Receipt
        lines={[
          { label: `${firstName} paid`, value: moneyText(sums.paidCents) },
          sums.refundedCents > 0
            ? { label: `Refunded to ${firstName}`, value: moneyText(negate(sums.refundedCents)) }
            : null,
          { label: "Order is now", value: moneyText(sums.nowCents), total: true },
        ]}
      />
      {canPack && (
        <PackForm order={order} firstName={firstName} lines={lines} progress={progress} answer={actionData} />
      )}
      <div className="split-start">
        <LinkButton kind="plain" to={`/order-seller?OrderID=${order.id}${placeInList(list)}`}>
          Open this order
        </LinkButton>
        <BackToList orderNumber={order.number} />
      </div>
      <PageToast message={actionData?.toast} />
    </div>
  )
}

/** "1 open, 1 waiting" */
function waitingText({ total, dealt, waiting }: Route.ComponentProps["loaderData"]["progress"]): string {
  const open = total - dealt - waiting
  return [open > 0 ? `${open} open` : "", `${waiting} waiting`].filter(Boolean).join(", ")
}

function DueText({ order, due, left, isLate, progress }: Route.ComponentProps["loaderData"]) {
  const count = progress.total === 1 ? "1 line" : `${progress.total} lines`
  return (
    <div>
      <p className={isLate ? "late" : undefined}>
        {[`Due ${inSentence(due)}`, left].filter(Boolean).join(", ")}
      </p>
      <p className="soft">{`Order ${order.number} · ${count}`}</p>
    </div>
  )
}
