import type { Normalizer } from "../normalize.ts"
import type { Cause, RecordedRequest } from "./recorder.ts"

const HEADERS = { "stripe-account": "Stripe-Account", "idempotency-key": "Idempotency-Key" } as const

const HEAD = `What Stripe (the sandbox) is asked for while tests/api-journey/journey.ts runs.

Under each call of the journey: the requests that it caused, by the server while it answered and by the background
jobs after it, in the order in which they came. A call is answered only when its background jobs are done, so nothing
is concurrent but what one job does at once. Webhooks are held back until the journey's end and then delivered one by
one, in the order of their events, each when the work of the one before is done. Parameters are sorted by name. Calls
and webhooks without a request are left out. The transfers of one order are sorted by amount. What a sweep asks for by
the clock stands first, once.
`

/** The requests as text, each under what caused it. */
export function describeRequests(requests: readonly RecordedRequest[], { normalize }: Normalizer): string {
  const versions = new Set(requests.map(({ headers }) => headers.get("stripe-version")))
  const lines = ["== by the clock", ...new Set(requests.filter(isByTheClock).map(describe))]
  let last: Cause | undefined
  for (const request of requests.filter((one) => !isByTheClock(one)).sort(byAmount)) {
    if (request.cause !== last) lines.push(`\n== ${request.cause.title}`)
    last = request.cause
    lines.push(describe(request))
  }
  const text = normalize(lines.join("\n").replaceAll(PEOPLE, "<$1's email>"))
  return `${HEAD}\nStripe-Version: ${[...versions].filter(Boolean).join(", ")}\n\n${text}`
}

/** An order's transfers are due in the same moment, and which comes first means nothing. */
function byAmount(a: RecordedRequest, b: RecordedRequest): number {
  const areTransfers = [a, b].every(({ path }) => path === "/v1/transfers")
  return areTransfers && a.cause === b.cause ? amountOf(a) - amountOf(b) : 0
}

const amountOf = ({ parameters }: RecordedRequest) => Number(new Map(parameters).get("amount"))

/** A sweep looks for webhooks that never came, whatever else goes on at that moment. */
export const isByTheClock = ({ method, path }: RecordedRequest): boolean =>
  method === "GET" && path === "/v1/events"

/** The journey's people, who have a number of their own in each run. */
const PEOPLE = /\b(seller|courier|customer)-[\da-f]{8}@example\.test/g
/** The key of a request that has no key of its own: the SDK makes one up, for its tries. */
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
