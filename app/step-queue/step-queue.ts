import { MINUTE_MS } from "#core/durations.ts"

/** A tap that is stored on this device until the server has it. */
export type Queued = {
  /** Grows with each tap, and so gives the order of sending. */
  key: number
  orderNumber: number
}

/**
 * done: the server has it · later: no network, or the server is down · signed-out: the person has to log in first ·
 * rejected: the server rejected it, with a message.
 */
export type StepResult =
  | { outcome: "done" }
  | { outcome: "later" }
  | { outcome: "signed-out" }
  | { outcome: "rejected"; message: string }

/** A role's queue of steps. Its commands must be idempotent. */
export type StepQueue<Step extends Queued> = {
  /** Names the store and the lock, so that two roles of one person stay separate. */
  name: string
  signInPath: string
  /** The delivery's or the order's id: steps with the same id depend on each other. */
  about(step: Step): string
  /** "take order 1042" */
  text(step: Step): string
  /** "The delivery is yours."; null if the page shows it by itself. */
  done(step: Step): string | null
  send(step: Step): Promise<StepResult>
}

/** Calls the API once; `what` names the call in the message if the response has none. */
export const sendToApi = ({ path, ...init }: { path: string } & RequestInit, what: string) =>
  sendOnce(`/api/v1/${path}`, init, what)

/** Posts a form to a route that our own script calls, once. */
export const sendForm = (path: string, form: Record<string, string>, what: string) =>
  sendOnce(path, { method: "POST", body: new URLSearchParams(form), redirect: "manual" }, what)

async function sendOnce(address: string, init: RequestInit, what: string): Promise<StepResult> {
  let answer: Response
  try {
    answer = await fetch(address, { ...init, signal: AbortSignal.timeout(MINUTE_MS) })
  } catch {
    return { outcome: "later" }
  }
  if (answer.ok) return { outcome: "done" }
  // A page's guard redirects to the sign-in page.
  if (answer.status === 401 || answer.type === "opaqueredirect") return { outcome: "signed-out" }
  if (answer.status === 429 || answer.status >= 500) return { outcome: "later" }
  const problem = (await answer.json().catch(() => null)) as { detail?: string; message?: string } | null
  return { outcome: "rejected", message: problem?.detail ?? problem?.message ?? `We couldn't ${what}.` }
}
