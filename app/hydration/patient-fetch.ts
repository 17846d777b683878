import { REPEATABLE_FIELD } from "../forms/repeatable-field.ts"
import { toast } from "../ui/toast.ts"
import { UNSENT } from "./late-state.ts"

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000
/** Failures behind each other until the person is told: one is over before they notice. */
const TOLD_AFTER = 3

type Asked = Parameters<typeof fetch>[0]

/**
 * React Router takes data that was lost with the network for a page that is broken, and shows that in place of the one
 * that is open, also where nobody asked for anything and the page only wanted to be up to date. What is only read is
 * asked for again until it has come whole, or nobody waits for it any more; so is a form that may be sent twice. Any
 * other that is sent goes out once, for it may have arrived: the page is told, and stays (use-unsent.ts).
 */
export function fetchPatiently(): void {
  const send = window.fetch.bind(window)
  const patient = (asked: Asked, init?: RequestInit) => {
    if (!isRouters(asked)) return send(asked, init)
    const ask = async () => whole(await send(asked, init))
    return isRepeatable(init) ? untilItComes(ask, init?.signal) : onceUnlessLost(ask, init?.signal)
  }
  window.fetch = patient as typeof fetch
}

/** As React Router asks for what a page's loaders, or its action, answer, and which pages there are. */
const isRouters = (asked: Asked) => asked instanceof URL && /(\.data|^\/__manifest)$/.test(asked.pathname)

function isRepeatable({ method = "GET", body }: RequestInit = {}) {
  if (method === "GET") return true
  return (body instanceof URLSearchParams || body instanceof FormData) && body.has(REPEATABLE_FIELD)
}

async function onceUnlessLost(
  ask: () => Promise<Response>,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  try {
    return await ask()
  } catch (error) {
    if (signal?.aborted) throw error
    const isTaken = !dispatchEvent(new Event(UNSENT, { cancelable: true }))
    // Whoever took it gives the form up, and what is thrown after that is nobody's.
    if (isTaken && signal) await ended(signal)
    throw error
  }
}

/** Told to the person when it takes long; a failure is thrown on once nobody waits any more. */
export async function untilItComes<T>(
  ask: () => Promise<T>,
  signal: AbortSignal | null | undefined,
): Promise<T> {
  for (let failures = 1, wait = FIRST_WAIT_MS; ; failures++, wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      return await ask()
    } catch (error) {
      if (signal?.aborted) throw error
      if (failures === TOLD_AFTER)
        toast("There is no connection. This page goes on when it is back.", "error")
      await networkOr(wait, signal)
    }
  }
}

/** A connection may end in the middle of an answer too. */
async function whole(answer: Response): Promise<Response> {
  if (!answer.body) return answer
  const { status, statusText, headers } = answer
  return new Response(await answer.arrayBuffer(), { status, statusText, headers })
}

/** Until the browser says that the network is back, nobody waits any more, or the time is over. */
function networkOr(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      removeEventListener("online", done)
      signal?.removeEventListener("abort", done)
      resolve()
    }
    addEventListener("online", done)
    signal?.addEventListener("abort", done)
  })
}

const ended = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener("abort", () => resolve(), { once: true })
  })
