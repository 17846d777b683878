import { MINUTE_MS } from "#core/durations.ts"

/** A tap that waits on this device until the server has it. */
export type Queued = {
  /** Grows with each tap: the order of sending. */
  key: number
  orderNumber: number
}

/**
 * done: the server has it · later: no network, or the server is down · signed-out: somebody has to log in first ·
 * rejected: the server said no, and why.
 */
export type Sent =
  | { outcome: "done" }
  | { outcome: "later" }
  | { outcome: "signed-out" }
  | { outcome: "rejected"; message: string }

/** What a role queues, and how. Its commands change nothing when a step comes twice. */
export type StepQueue<Step extends Queued> = {
  /** Names the store and the lock, so that two roles of one person keep apart. */
  name: string
  /** Where to log in again. */
  signInPath: string
  /** Steps of one thing depend on each other: the delivery's or the order's id. */
  about(step: Step): string
  /** "take order 1042" */
  text(step: Step): string
  /** "The delivery is yours." */
  done(step: Step): string
  send(step: Step): Promise<Sent>
}

/** One call of the API; `what` names it where the answer does not say what is wrong. */
export async function sendToApi(init: { path: string } & RequestInit, what: string): Promise<Sent> {
  let answer: Response
  try {
    answer = await fetch(`/api/v1/${init.path}`, { ...init, signal: AbortSignal.timeout(MINUTE_MS) })
  } catch {
    return { outcome: "later" }
  }
  if (answer.ok) return { outcome: "done" }
  if (answer.status === 401) return { outcome: "signed-out" }
  if (answer.status === 429 || answer.status >= 500) return { outcome: "later" }
  const problem = (await answer.json().catch(() => null)) as { detail?: string } | null
  return { outcome: "rejected", message: problem?.detail ?? `We couldn't ${what}.` }
}
