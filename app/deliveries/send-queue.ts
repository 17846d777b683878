import { type QueuedStep, type StepKind, stepText } from "./queued-steps.ts"
import type { StepStore } from "./step-store.ts"

const API = "/api/v1/pushcartexpress"

/**
 * done: the server has it · later: no network, or the server is down · signed-out: somebody has to log in first ·
 * refused: the server said no, and why.
 */
export type Sent =
  | { outcome: "done" }
  | { outcome: "later" }
  | { outcome: "signed-out" }
  | { outcome: "refused"; message: string }

export type FlushResult = {
  sent: QueuedStep[]
  /** Said no to, with the sentence; what was queued after it for the same delivery is dropped with it. */
  refused: { step: QueuedStep; message: string }[]
  /** Why it stopped before the end, or null. */
  stopped: "later" | "signed-out" | null
}

/**
 * Sends what waits, in the order of the taps. A step leaves the store only when the server has answered; the commands
 * change nothing when they come twice, so an answer that was lost on the way does no harm.
 */
export async function sendQueue(
  store: StepStore,
  send: (step: QueuedStep) => Promise<Sent> = sendStep,
): Promise<FlushResult> {
  const result: FlushResult = { sent: [], refused: [], stopped: null }
  for (;;) {
    const steps = await store.list()
    const step = steps[0]
    if (!step) return result
    const answer = await send(step)
    if (answer.outcome === "later" || answer.outcome === "signed-out")
      return { ...result, stopped: answer.outcome }
    if (answer.outcome === "done") {
      result.sent.push(step)
      await store.remove([step.key])
      continue
    }
    result.refused.push({ step, message: answer.message })
    await store.remove(steps.filter((other) => other.deliveryId === step.deliveryId).map(({ key }) => key))
  }
}

async function sendStep(step: QueuedStep): Promise<Sent> {
  return request(step.kind === "deliver" ? delivered(step) : moved(step), stepText(step))
}

/** Gives a delivery back at once: it is never queued, for others wait for it. */
export const sendGiveBack = (deliveryId: string, orderNumber: number): Promise<Sent> =>
  request(put("giveBack", deliveryId), `give back order ${orderNumber}`)

async function request(init: { path: string } & RequestInit, what: string): Promise<Sent> {
  let answer: Response
  try {
    answer = await fetch(`${API}/${init.path}`, { ...init, signal: AbortSignal.timeout(60_000) })
  } catch {
    return { outcome: "later" }
  }
  if (answer.ok) return { outcome: "done" }
  if (answer.status === 401) return { outcome: "signed-out" }
  if (answer.status === 429 || answer.status >= 500) return { outcome: "later" }
  const problem = (await answer.json().catch(() => null)) as { detail?: string } | null
  return { outcome: "refused", message: problem?.detail ?? `We could not ${what}.` }
}

const PATHS: Record<Exclude<StepKind, "deliver">, string> = { take: "takeOrder", pickUp: "pickUp" }

const moved = (step: QueuedStep) => put(step.kind === "take" ? PATHS.take : PATHS.pickUp, step.deliveryId)

const put = (path: string, sid: string) => ({
  path,
  method: "PUT",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ sid }),
})

function delivered({ deliveryId, photo }: QueuedStep) {
  const body = new FormData()
  body.set("shippingID", deliveryId)
  if (photo) body.set("id", photo, "delivered.jpg")
  return { path: "delivered", method: "POST", body }
}
