import { redirect } from "react-router"
import { forms } from "#app/forms/form-actions.ts"
import { flash } from "#app/ui/flash.ts"
import type { SellerContext } from "#core/context.ts"
import { chooseCourier } from "#core/orders/choose-courier.server.ts"
import { handOver } from "#core/orders/hand-over.server.ts"
import { markDelivered } from "#core/orders/mark-delivered.server.ts"
import { handOverInput, stepInput } from "#core/orders/order.ts"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import { undoSeveral } from "#core/orders/step-several.server.ts"
import { undoInput, undoSeveralInput } from "#core/orders/undo.ts"
import { listUndoable, type Undoable, undoStep } from "#core/orders/undo-step.server.ts"
import { undoneText } from "./next-step-texts.ts"
import { UNDO_PARAM, undoneOrders } from "./undo-param.ts"

/** NextStep has no field for the order's status, so its rejection is a toast. */
const AS_TOAST = { mark: { illegal_move: [] } }

/** The steps that the page's URL offers to undo, if the seller still can; for UndoBar. */
export const readUndoable = (ctx: SellerContext, url: URL): Promise<Undoable[]> =>
  listUndoable(ctx, undoneOrders(url.searchParams))

/**
 * The forms of NextStep and UndoBar. A page spreads them into its own `formActions("seller", …)`. `pageOf` returns the
 * path, with its query, to which a step of this order leads back; by default the same page.
 */
export function stepForms(
  pageOf: (url: URL, orderId: string) => string = (url) => url.pathname + url.search,
) {
  const done = (url: URL, orderId: string) => {
    const page = new URL(pageOf(url, orderId), url)
    page.searchParams.set(UNDO_PARAM, orderId)
    return redirect(page.pathname + page.search)
  }
  const undone = (url: URL, orderId: string, text: string, kind?: "good" | "error") => {
    const page = new URL(pageOf(url, orderId), url)
    page.searchParams.delete(UNDO_PARAM)
    return redirect(page.pathname + page.search, { headers: flash(text, kind) })
  }
  const step = (take: (ctx: SellerContext, orderId: string) => Promise<unknown>) =>
    [
      stepInput,
      async (ctx: SellerContext, { orderId }: { orderId: string }, { url }: { url: URL }) => {
        await take(ctx, orderId)
        return done(url, orderId)
      },
      AS_TOAST,
    ] as const
  return forms("seller", {
    setReady: step((ctx, orderId) => setPickupStatus(ctx, { orderId, status: "ready to pick up" })),
    handOver: [
      handOverInput,
      async (ctx, input, { url }) => {
        await handOver(ctx, input)
        return done(url, input.orderId)
      },
      AS_TOAST,
    ],
    handOverWithoutCode: step((ctx, orderId) => handOver(ctx, { orderId })),
    startDelivery: step((ctx, orderId) => chooseCourier(ctx, { orderId, hasDeliverer: true })),
    offer: step((ctx, orderId) => chooseCourier(ctx, { orderId, hasDeliverer: false })),
    markDelivered: step(markDelivered),
    undoStep: [
      undoInput,
      async (ctx, input, { url }) => {
        const { number } = await undoStep(ctx, input)
        return undone(url, input.orderId, `Undone. Order ${number} is where it was before.`)
      },
    ],
    undoSteps: [
      undoSeveralInput,
      async (ctx, input, { url }) => {
        const result = await undoSeveral(ctx, input)
        const isAll = result.failed.length === 0
        const [first] = input.steps
        return undone(url, first?.orderId ?? "", undoneText(result), isAll ? "good" : "error")
      },
    ],
  })
}
