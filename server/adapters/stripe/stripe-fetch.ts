import { type Span, SpanKind } from "@opentelemetry/api"
import { withSpan } from "#core/spans.ts"
import { CircuitBreaker, ProviderError } from "#server/adapters/resilience.ts"

/** Ten failed attempts are three calls with a job's retries, or five calls with a request's. */
const FAILURES = 10
const OPEN_MS = 5_000

/**
 * The SDK's fetch, with a circuit breaker: while Stripe is down, a customer at checkout gets an error immediately
 * instead of after every timeout. Responses that are not Stripe's (a proxy's page) count as failures. Timeouts and
 * retries are the SDK's own. `settings` are for tests.
 */
export function stripeFetch(settings: { failures?: number; openMs?: number } = {}) {
  const { failures = FAILURES, openMs = OPEN_MS } = settings
  const breaker = new CircuitBreaker({ provider: "Stripe", failures, openMs })
  return (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
    withSpan("Stripe", { kind: SpanKind.CLIENT }, (span) => {
      if (span.isRecording()) span.updateName(nameOf(input, init))
      return ask(input, init, span)
    })

  async function ask(input: string | URL | Request, init: RequestInit | undefined, span: Span) {
    try {
      return await breaker.run(async () => {
        const answer = await readWhole(await fetch(input, init))
        span.setAttribute("http.response.status_code", answer.status)
        // 429 is not an outage: we made too many calls, or another call has locked the object.
        if (answer.status >= 500) throw new Failing(answer)
        return answer
      })
    } catch (error) {
      // The SDK reads from the response when to retry, and which error it is.
      if (error instanceof Failing) return error.answer
      throw error
    }
  }
}

/** "Stripe POST /v1/payment_intents/:id": the kind of request, without ids. */
function nameOf(input: string | URL | Request, init: RequestInit | undefined): string {
  const { pathname } = new URL(input instanceof Request ? input.url : input)
  const words = pathname
    .split("/")
    .map((part) => (/^[a-z0-9]+(_[a-z]+)?_[A-Za-z0-9]*[0-9A-Z]/.test(part) ? ":id" : part))
  return `Stripe ${init?.method ?? "GET"} ${words.join("/")}`
}

class Failing extends Error {
  constructor(readonly answer: Response) {
    super("Stripe fails")
  }
}

/** Reads the whole body before the SDK's deadline: a truncated response also counts as a failure of Stripe. */
async function readWhole(answer: Response): Promise<Response> {
  const text = await answer.text()
  const { status, headers } = answer
  if (isStripes(text, answer.ok)) return new Response(text, { status, headers })
  if (answer.ok || status < 429) throw new ProviderError("Stripe", "answered with something else", true)
  // A rejection by a server in between. The SDK would treat a response without "error" as a success.
  return Response.json({ error: { type: "api_error", message: `Stripe answered ${status}` } }, { status })
}

/** Every Stripe object names its kind, and every rejection has an error. */
function isStripes(text: string, isOk: boolean): boolean {
  try {
    const body = JSON.parse(text)
    return isOk ? typeof body.object === "string" : typeof body.error === "object"
  } catch {
    return false
  }
}
