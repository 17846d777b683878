import {
  type DataStrategyResult,
  type data,
  isRouteErrorResponse,
  type MiddlewareFunction,
  redirect,
} from "react-router"
import { RESTORED, send, UNSENT } from "#app/page-protocol/events.ts"
import { REPEATABLE_FIELD } from "../forms/repeatable-field.ts"
import { toast } from "../ui/toast.ts"

const RETRY_AFTER_MS = 2_000
/** Random, so that the open pages do not all return to a server that has just restarted. */
const retryOutageAfterMs = () => 5_000 + Math.random() * 5_000
/** How many failures in a row it takes to notify the person: they would not notice a single one. */
const TOLD_AFTER = 2
let failures = 0
let isRetryPlanned = false

/**
 * When the network or the server fails, React Router replaces the open page with its error page, even if the page was
 * only revalidating. With this middleware the open page keeps its data and is revalidated later. Without a network, a
 * navigation, or a form that may be sent twice, is retried until a response comes. Any other form is sent once, since
 * it may have arrived.
 */
export const outlastLostNetwork: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  const copy = request.method === "GET" ? null : request.clone()
  const results = await next()
  const isKept = !copy && isOpenPage(request.url)
  const isDown = isKept && Object.values(results).some(isOutage)
  const lost = Object.keys(results).filter((id) => isLost(results[id]) || (isKept && isOutage(results[id])))
  if (lost.length === 0) {
    failures = 0
    return results
  }
  const form = await copy?.formData()
  if (form && !form.has(REPEATABLE_FIELD)) {
    send(UNSENT)
    return { ...results, ...each(lost, { type: "data", result: undefined }) }
  }
  failures += 1
  if (failures === TOLD_AFTER)
    toast("There's no connection. This page will continue when it's back.", "error")
  if (isKept) {
    void readAgainLater(isDown ? retryOutageAfterMs() : RETRY_AFTER_MS)
    return Object.fromEntries(Object.entries(results).filter(([id]) => !lost.includes(id)))
  }
  await networkIsBack(request.signal)
  // 307 repeats the method and the form.
  return { ...results, ...each(lost, { type: "error", result: redirect(request.url, form ? 307 : 302) }) }
}

const each = (routeIds: string[], result: DataStrategyResult) =>
  Object.fromEntries(routeIds.map((id) => [id, result]))

/** `fetch` rejects with a TypeError. A response that breaks off is the cause of React Router's error. */
function isLost(result: DataStrategyResult | undefined): boolean {
  if (result?.type !== "error") return false
  // React Router wraps an action's error as `data(error, { status })`.
  const error = isWithStatus(result.result) ? result.result.data : result.result
  return error instanceof TypeError || (error instanceof Error && error.cause instanceof TypeError)
}

/** The server, or the proxy in front of it, responded that it cannot respond now. */
const isOutage = (result: DataStrategyResult | undefined) =>
  result?.type === "error" && isRouteErrorResponse(result.result) && result.result.status >= 500

const isWithStatus = (result: unknown): result is ReturnType<typeof data> =>
  typeof result === "object" && result !== null && "init" in result && "data" in result

function isOpenPage(address: string): boolean {
  const { pathname, search } = new URL(address)
  return pathname === location.pathname && search === location.search
}

async function readAgainLater(afterMs: number): Promise<void> {
  if (isRetryPlanned) return
  isRetryPlanned = true
  await networkIsBack(undefined, afterMs)
  isRetryPlanned = false
  send(RESTORED)
}

/** Resolves when the browser is online, at the next retry, or when `signal` aborts. */
function networkIsBack(signal?: AbortSignal, afterMs = RETRY_AFTER_MS): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener("online", done)
      resolve()
    }
    const timer = setTimeout(done, afterMs)
    addEventListener("online", done)
    signal?.addEventListener("abort", done, { once: true })
  })
}
