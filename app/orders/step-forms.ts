import { redirect } from "react-router"
import { forms } from "#app/forms/form-actions.ts"
import { flash } from "#app/ui/flash.ts"
import type { SellerContext } from "#core/context.ts"
import { chooseCourier } from "#core/orders/choose-courier.server.ts"
import { handOver } from "#core/orders/hand-over.server.ts"
import { markDelivered } from "#core/orders/mark-delivered.server.ts"
import { handOverInput, stepInput } from "#core/orders/order.ts"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import { undoInput } from "#core/orders/undo.ts"
import { lastUndoable, type Undoable, undoStep } from "#core/orders/undo-step.server.ts"

const UNDO_PARAM = "undo"

/** NextStep has no field for the order's status, so its rejection is a toast. */
const AS_TOAST = { mark: { illegal_move: [] } }

/** The step that the page's URL offers to undo, if the seller still can; for UndoBar. */
export async function readUndoable(ctx: SellerContext, url: URL): Promise<Undoable | null> {
  const orderId = url.searchParams.get(UNDO_PARAM)
  return orderId ? lastUndoable(ctx, orderId) : null
}

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
        const page = new URL(pageOf(url, input.orderId), url)
        page.searchParams.delete(UNDO_PARAM)
        return redirect(page.pathname + page.search, {
          headers: flash(`Undone. Order ${number} is where it was before.`),
        })
      },
    ],
  })
}
