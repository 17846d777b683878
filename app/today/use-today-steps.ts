import { useLocation, useNavigate, useRevalidator, useRouteLoaderData } from "react-router"
import { TODAY_QUEUE } from "#app/orders/status-queue.ts"
import { UNDO_PARAM } from "#app/orders/undo-param.ts"
import type { loader as rootLoader } from "#app/root.tsx"
import { useStepQueue } from "#app/step-queue/use-step-queue.ts"
import type { SellerStep } from "#core/orders/seller-stages.ts"

type Tapped = { id: string; number: number }

/** Makes a step of an order, now or when the network is back. */
export type TakeStep = (order: Tapped, step: SellerStep, code?: string) => void

/**
 * The steps that were tapped on this page, which are sent in their order. Those that can be undone are put in the page's
 * address once the server has them, so that the page offers to undo them.
 */
export function useTodaySteps() {
  const personId = useRouteLoaderData<typeof rootLoader>("root")?.personId ?? ""
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const queue = useStepQueue(TODAY_QUEUE, personId, async ({ sent }) => {
    const undoable = sent.filter(({ step }) => step !== "acknowledge").map(({ orderId }) => orderId)
    if (undoable.length === 0) return revalidate()
    const params = new URLSearchParams(search)
    params.set(UNDO_PARAM, [...new Set(undoable)].join())
    await navigate(`${pathname}?${params}`, { replace: true, preventScrollReset: true })
  })
  const take: TakeStep = ({ id, number }, step, code) =>
    void queue.add({ orderId: id, orderNumber: number, step, ...(code && { code }) })
  return { queue, take, isWaiting: (id: string) => queue.steps.some(({ orderId }) => orderId === id) }
}

export type TodaySteps = ReturnType<typeof useTodaySteps>
