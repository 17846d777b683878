import type { ErrorCode } from "#core/errors.ts"
import { CALL_CODES, DOCUMENTED_TEXTS, PROBLEM_STATUS, TITLES } from "../problem.ts"
import { type Components, hasThings, jsonSchema } from "./json-schema.ts"
import type { Operation } from "./operation.ts"

type Json = Record<string, unknown>

const header = (name: string) => ({ $ref: `#/components/headers/${name}` })
const exampleRef = (code: string) => ({ $ref: `#/components/examples/${code}` })
const LIMITS = Object.fromEntries(
  ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"].map((name) => [name, header(name)]),
)
const REPLAYED = { "Idempotent-Replayed": header("Idempotent-Replayed") }

/** All responses of a call: its own result, the problems that every call has, and its own problems. */
export function responses(op: Operation, components: Components): Json {
  const problems = [...problemsOf(op)].sort(([a], [b]) => a - b)
  return {
    [op.status]: {
      description: "Done.",
      headers: { ...LIMITS, ...(op.idempotency === "answer" ? REPLAYED : {}) },
      content: { "application/json": { schema: jsonSchema(op.answer, "output", components) } },
    },
    ...Object.fromEntries(problems.map(([status, codes]) => [status, problemRef(status, codes)])),
  }
}

/** The status's shared response; a call with additional codes lists them. */
function problemRef(status: number, codes: Set<string>): Json {
  const isOwn = [...codes].some((code) => code !== COMMON_CODES[status])
  return {
    $ref: `#/components/responses/${responseName(status)}`,
    ...(isOwn ? { description: `${TITLES[status]}: ${[...codes].join(", ")}.` } : {}),
  }
}

/** The problem statuses of a call, each with its codes. */
function problemsOf(op: Operation): Map<number, Set<string>> {
  const problems = new Map<number, Set<string>>()
  const add = (status: number, code = COMMON_CODES[status] ?? "") =>
    problems.set(status, (problems.get(status) ?? new Set()).add(code))
  if (op.roles !== "anyone") {
    add(401)
    add(403)
  }
  if (op.method !== "get" || op.changes) add(403)
  if (op.body) {
    add(413)
    add(415)
  }
  if (op.body || op.params || op.query) {
    add(400)
    add(422)
  }
  if (hasThings(op)) add(404)
  for (const code of op.rejections) add(PROBLEM_STATUS[code], code)
  if (op.idempotency) add(422)
  add(429)
  add(503)
  return problems
}

/** The code that every call's problem of a status has. */
const COMMON_CODES: Record<number, string> = { ...CALL_CODES, 422: "invalid", 429: "rate_limited" }

const responseName = (status: number) => (TITLES[status] ?? "").replaceAll(" ", "")

/** Descriptions for statuses whose title is not enough. */
const REASONS: Record<number, string> = {
  400: "The body or the URL cannot be parsed.",
  401: "The caller is not signed in.",
  403: "Signed in as another role, or called from another site.",
  404: "It does not exist, or belongs to somebody else.",
  409: "Something else happened first; see `code`.",
  413: "The body or a file is too large.",
  415: "The body's type is not accepted, or a file is not an image.",
  422: "A field is invalid; `errors` lists each one.",
  429: "Too many calls, or too many attempts.",
  503: "The database or a provider is not responding.",
}

const example = (status: number, code: string, detail: string, more: Json = {}) =>
  [
    code,
    {
      value: { type: "about:blank", title: TITLES[status], status, detail, code, ...more, error: detail },
    },
  ] as const

/** Problems of every call, and those whose `detail` the specification's clients compare with. */
export const EXAMPLES = Object.fromEntries([
  example(400, CALL_CODES[400], "The request cannot be read."),
  example(401, CALL_CODES[401], "Please log in."),
  example(403, CALL_CODES[403], "This is for others than you are logged in as."),
  example(404, CALL_CODES[404], "This order was not found."),
  example(413, CALL_CODES[413], "The body is too large."),
  example(415, CALL_CODES[415], "Send this as application/json."),
  example(422, "invalid", "Enter the city.", { errors: { shippingCity: ["Enter the city."] } }),
  example(429, "rate_limited", "Too many calls. Please wait 12 seconds."),
  example(503, CALL_CODES[503], "We couldn't complete your request."),
  ...(Object.entries(DOCUMENTED_TEXTS) as [ErrorCode, string][]).map(([code, detail]) =>
    example(PROBLEM_STATUS[code], code, detail),
  ),
])

const STATUSES = [...new Set([...Object.values(PROBLEM_STATUS), ...Object.keys(CALL_CODES).map(Number)])]

/** One shared response for each problem status. */
export const RESPONSES: Json = Object.fromEntries(
  // 500 is left out: a fault is not documented behavior.
  STATUSES.filter((status) => status !== 500).map((status) => [
    responseName(status),
    problemResponse(status),
  ]),
)

function problemResponse(status: number): Json {
  const examples = Object.keys(EXAMPLES).filter((code) => EXAMPLES[code]?.value.status === status)
  return {
    description: [`${TITLES[status]}.`, REASONS[status]].join(" ").trim(),
    headers: {
      // The caller is counted after the database lookup, so a 503 has no rate-limit headers.
      ...(status === 503 ? {} : LIMITS),
      ...(status === 429 || status === 503 ? { "Retry-After": header("Retry-After") } : {}),
    },
    content: {
      "application/problem+json": {
        schema: { $ref: "#/components/schemas/Problem" },
        ...(examples.length > 0
          ? { examples: Object.fromEntries(examples.map((code) => [code, exampleRef(code)])) }
          : {}),
      },
    },
  }
}

const integer = (description: string) => ({ description, required: true, schema: { type: "integer" } })
export const HEADERS: Json = {
  "RateLimit-Limit": integer("Calls per minute."),
  "RateLimit-Remaining": integer("Calls left in this minute."),
  "RateLimit-Reset": integer("Seconds until the count starts again."),
  "Retry-After": { ...integer("Seconds to wait."), required: false },
  "Idempotent-Replayed": {
    description: "`true` if this is the response to an earlier request with the same Idempotency-Key.",
    schema: { type: "string", const: "true" },
  },
}

export const PROBLEM = {
  type: "object",
  description: "RFC 9457. `detail` is the documented text if the specification has one.",
  required: ["type", "title", "status", "detail", "code", "error"],
  properties: {
    type: { type: "string", examples: ["about:blank"] },
    title: { type: "string", description: "The status in words." },
    status: { type: "integer", description: "The HTTP status." },
    detail: { type: "string", description: "A sentence for people." },
    code: {
      type: "string",
      description: "Stable; check this one in programs.",
      enum: [...new Set([...Object.keys(PROBLEM_STATUS), ...Object.values(CALL_CODES)])],
    },
    errors: {
      type: "object",
      description: "The invalid fields, named as they were sent, each with its errors.",
      additionalProperties: { type: "array", items: { type: "string" } },
    },
    error: { type: "string", description: "The same as `detail`, for the specification's clients." },
  },
  additionalProperties: false,
}
