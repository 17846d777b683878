import type { Queued, StepQueue } from "./step-queue.ts"
import type { StepStore } from "./step-store.ts"

export type FlushResult<Step extends Queued> = {
  sent: Step[]
  /** Rejected steps, each with its message. Later steps of the same delivery or order are dropped with it. */
  rejected: { step: Step; message: string }[]
  /** Why sending stopped before the end, or null. */
  stopped: "later" | "signed-out" | null
}

/**
 * Sends the queued steps in the order of the taps. A step leaves the store only when the server has responded. The
 * commands are idempotent, so losing a response does no harm.
 */
export async function sendQueue<Step extends Queued>(
  store: StepStore<Step>,
  { about, send }: Pick<StepQueue<Step>, "about" | "send">,
): Promise<FlushResult<Step>> {
  const result: FlushResult<Step> = { sent: [], rejected: [], stopped: null }
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
    result.rejected.push({ step, message: answer.message })
    await store.remove(steps.filter((other) => about(other) === about(step)).map(({ key }) => key))
  }
}
