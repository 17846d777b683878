import Ajv, { type ValidateFunction } from "ajv"
import qs from "qs"
import { ENDPOINTS, endpointOf } from "./endpoints.ts"
import { type Part, stripeSchemas, typeName } from "./schemas.ts"

export interface Recorded {
  method: string
  path: string
  body: string
  answer: unknown
}

/**
 * Throws when a request does not match the SDK's own parameter type: an unknown field, a missing field, a wrong type,
 * or a value that an enum does not have. `body` is the form or query string as sent.
 */
export function assertStripeRequest(method: string, path: string, body: string): void {
  const params = qs.parse(body, { depth: 12, arrayLimit: 1000 })
  check("params", method, path, params)
}

/** Throws when a response does not match the SDK's own type. */
export function assertStripeAnswer(method: string, path: string, answer: unknown): void {
  check("answer", method, path, structuredClone(answer))
}

/** A `fetch` for the SDK (`Stripe.createFetchHttpClient(recorder.fetch)`) that records requests and responses. */
export function recordStripe() {
  const recorded: Recorded[] = []
  const record = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const response = await fetch(input, init)
    const url = new URL(input instanceof Request ? input.url : input)
    const body = typeof init?.body === "string" && init.body ? init.body : url.search.slice(1)
    const answer = response.ok ? await response.clone().json() : null
    recorded.push({ method: init?.method ?? "GET", path: url.pathname, body, answer })
    return response
  }
  return { recorded, fetch: record as typeof fetch }
}

const compiled = new Map<string, ValidateFunction>()
const ajvs: Partial<Record<Part, Ajv>> = {}

function check(part: Part, method: string, path: string, value: unknown): void {
  const endpoint = endpointOf(method, path)
  if (!endpoint)
    throw new Error(
      `${method} ${path} is not in packages/stripe-sandbox/tests/stripe-types/endpoints.ts: add it`,
    )
  if (endpoint[part] === "-") return
  const validate = validator(part, typeName(part, ENDPOINTS.indexOf(endpoint)))
  if (validate(value)) return
  const faults = validate.errors?.map(({ instancePath, message, params }) =>
    [instancePath, message, JSON.stringify(params)].join(" "),
  )
  throw new Error(`${method} ${path}: not ${endpoint[part]}\n${[...new Set(faults)].slice(0, 20).join("\n")}`)
}

function validator(part: Part, name: string): ValidateFunction {
  const known = compiled.get(name)
  if (known) return known
  ajvs[part] ??= new Ajv({
    strict: false,
    coerceTypes: part === "params",
    allErrors: true,
    schemas: [{ $id: part, ...stripeSchemas(part) }],
  })
  const made = ajvs[part].compile({ $ref: `${part}#/definitions/${name}` })
  compiled.set(name, made)
  return made
}
