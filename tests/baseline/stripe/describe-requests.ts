import type { Normalizer } from "../normalize.ts"
import type { Cause, RecordedRequest } from "./recorder.ts"

const HEADERS = { "stripe-account": "Stripe-Account", "idempotency-key": "Idempotency-Key" } as const

const HEAD = `What Stripe (the sandbox) is asked for while tests/e2e/api-journey/journey.ts runs.

Under each call of the journey: the requests that it caused, by the server while it answered and by the background
jobs after it. A call is answered only when its background jobs are done. Webhooks are held back until the journey's
end and then delivered one by one, in the order of their events, each when the work of the one before is done. Calls and
webhooks without a request are left out. What a sweep asks for by the clock stands first, once.

What changes something stands in the order in which it came. The reads between two changes are sorted by path and
parameters, since a call and the jobs that it has caused already read at the same time. An order's transfers are due
in the same moment, and sorted by amount. Parameters are sorted by name.
`

/** Returns the requests as text, each under its cause. */
export function describeRequests(requests: readonly RecordedRequest[], { normalize }: Normalizer): string {
  const versions = new Set(requests.map(({ headers }) => headers.get("stripe-version")))
  const lines = ["== by the clock", ...new Set(requests.filter(isByTheClock).map(describe))]
  let last: Cause | undefined
  for (const request of inOrder(requests.filter((one) => !isByTheClock(one)))) {
    if (request.cause !== last) lines.push(`\n== ${request.cause.title}`)
    last = request.cause
    lines.push(describe(request))
  }
  const text = normalize(lines.join("\n").replaceAll(PEOPLE, "<$1's email>"))
  return `${HEAD}\nStripe-Version: ${[...versions].filter(Boolean).join(", ")}\n\n${text}`
}

/** Sorts consecutive requests that may be sent in any order. */
function inOrder(requests: readonly RecordedRequest[]): RecordedRequest[] {
  const runs: RecordedRequest[][] = []
  for (const request of requests) {
    const run = runs.at(-1)
    const before = run?.[0]
    const isSameRun = before?.cause === request.cause && kindOf(before) === kindOf(request)
    if (run && isSameRun && kindOf(request) !== "change") run.push(request)
    else runs.push([request])
  }
  return runs.flatMap((run) => run.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : Number(keyOf(a) > keyOf(b)))))
}

const kindOf = ({ method, path }: RecordedRequest) =>
  path === "/v1/transfers" ? "transfer" : method === "GET" ? "read" : "change"
/** A sort key without ids, which differ in each run. */
const keyOf = ({ path, parameters }: RecordedRequest) =>
  `${path} ${JSON.stringify(parameters)}`.replace(/_[A-Za-z0-9]{16,}|[\da-f-]{36}/g, "")

/** Whether a request belongs to the sweep for webhooks that never arrived, which may run at any time. */
export const isByTheClock = ({ method, path }: RecordedRequest): boolean =>
  method === "GET" && path === "/v1/events"

/** The people of the recording, whose emails contain a different number in each run. */
const PEOPLE = /\b(seller|courier|customer)-[\da-f]{8}@example\.test/g
/** The key that the SDK generates for its retries if a request has no key. */
const MADE_UP = /^stripe-node-retry-[\da-f-]+$/

function describe({ method, path, status, headers, parameters }: RecordedRequest): string {
  const named = Object.entries(HEADERS).flatMap(([name, title]) => {
    const value = headers.get(name)?.replace(MADE_UP, "(made up by the SDK)")
    return value === undefined ? [] : [`  ${title}: ${value}`]
  })
  const isSecret = headers.get("authorization")?.startsWith("Bearer sk_")
  return [
    `\n${method} ${path} -> ${status}, ${isSecret ? "secret" : "publishable"} key`,
    ...named,
    ...parameters.map(([name, value]) => `    ${name} = ${value}`),
  ].join("\n")
}
