import { toast } from "../ui/toast.ts"

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000
/** Failures behind each other until the person is told: one is over before they notice. */
const TOLD_AFTER = 3

type Asked = Parameters<typeof fetch>[0]

/**
 * React Router takes data that was lost with the network for a page that is broken, and shows that in place of the one
 * that is open, also where nobody asked for anything and the page only wanted to be up to date. What is only read is
 * asked for again until it has come whole, or nobody waits for it any more. What is sent goes out once, as ever.
 */
export function readPatiently(): void {
  const send = window.fetch.bind(window)
  const patient = (asked: Asked, init?: RequestInit) =>
    asksForData(asked, init)
      ? untilItComes(async () => whole(await send(asked, init)), init?.signal)
      : send(asked, init)
  window.fetch = patient as typeof fetch
}

/** As React Router's single fetch asks for what a page's loaders answer. */
const asksForData = (asked: Asked, init: RequestInit | undefined) =>
  asked instanceof URL && asked.pathname.endsWith(".data") && (init?.method ?? "GET") === "GET"

async function untilItComes(
  ask: () => Promise<Response>,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
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
