import type { ErrorCode } from "#core/errors.ts"
import { CALL_CODES, DOCUMENTED_TEXTS, PROBLEM_STATUS, TITLES } from "../problem.ts"
import { hasThings, outputSchema } from "./json-schema.ts"
import type { Operation } from "./operation.ts"

type Json = Record<string, unknown>

/** Everything that a call may answer: its own answer, what every call may refuse, and its own refusals. */
export function responses(op: Operation): Json {
  const refusals = [...refusalsOf(op)].sort(([a], [b]) => a - b)
  return {
    [op.status]: {
      description: "Done.",
      headers: { ...LIMITS, ...(op.idempotency === "answer" ? REPLAYED : {}) },
      content: { "application/json": { schema: outputSchema(op.answer) } },
    },
    ...Object.fromEntries(refusals.map(([status, reasons]) => [status, refused(status, [...reasons])])),
  }
}

function refused(status: number, reasons: string[]): Json {
  const examples = reasons.filter((reason) => reason in DOCUMENTED_TEXTS)
  return {
    description: `${TITLES[status] ?? "Refused"}: ${reasons.join(", ")}.`,
    headers: {
      // Whoever calls is counted after having been looked up in the database.
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

/** Each status with the reasons for it: the problem's `code`, and in words where it does not say enough. */
function refusalsOf(op: Operation): Map<number, Set<string>> {
  const refusals = new Map<number, Set<string>>()
  const add = (status: number, reason: string) =>
    refusals.set(status, (refusals.get(status) ?? new Set()).add(reason))
  if (op.roles !== "anyone") {
    add(401, `${CALL_CODES[401]} (nobody is)`)
    add(403, `${CALL_CODES[403]} (logged in as another role)`)
  }
  if (op.method !== "get" || op.changes) add(403, `${CALL_CODES[403]} (called from another site)`)
  if (op.body) {
    add(400, `${CALL_CODES[400]} (the body)`)
    add(413, CALL_CODES[413])
    add(415, `${CALL_CODES[415]} (the body's)`)
  }
  if (op.params || op.query) add(400, `${CALL_CODES[400]} (the address)`)
  if (op.body || op.params || op.query) add(422, "invalid")
  if (hasThings(op)) add(404, "not_found")
  for (const code of op.refusals) add(PROBLEM_STATUS[code], code)
  if (op.idempotency) add(422, "invalid (the Idempotency-Key is too long)")
  add(429, "rate_limited")
  add(503, `${CALL_CODES[503]} (the database, just now)`)
  return refusals
}

const header = (name: string) => ({ $ref: `#/components/headers/${name}` })
const exampleRef = (code: string) => ({ $ref: `#/components/examples/${code}` })
const LIMITS = Object.fromEntries(
  ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"].map((name) => [name, header(name)]),
)
const REPLAYED = { "Idempotent-Replayed": header("Idempotent-Replayed") }

const integer = (description: string) => ({ description, required: true, schema: { type: "integer" } })
export const HEADERS: Json = {
  "RateLimit-Limit": integer("Calls a minute."),
  "RateLimit-Remaining": integer("Calls left in this minute."),
  "RateLimit-Reset": integer("Seconds until the count begins anew."),
  "Retry-After": { ...integer("Seconds to wait."), required: false },
  "Idempotent-Replayed": {
    description: "`true` where this is the answer to an earlier request with the same Idempotency-Key.",
    schema: { type: "string", const: "true" },
  },
}

/** The refusals whose `detail` the specification's clients compare with. */
export const EXAMPLES: Json = Object.fromEntries(
  (Object.entries(DOCUMENTED_TEXTS) as [ErrorCode, string][]).map(([code, detail]) => {
    const status = PROBLEM_STATUS[code]
    return [
      code,
      { value: { type: "about:blank", title: TITLES[status], status, detail, code, error: detail } },
    ]
  }),
)

export const PROBLEM = {
  type: "object",
  description: "RFC 9457. `detail` is the documented text where the specification has one.",
  required: ["type", "title", "status", "detail", "code", "error"],
  properties: {
    type: { type: "string", examples: ["about:blank"] },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },
    code: {
      type: "string",
      enum: [...new Set([...Object.keys(PROBLEM_STATUS), ...Object.values(CALL_CODES)])],
    },
    errors: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
    error: { type: "string", description: "The same as `detail`, for the specification's clients." },
  },
  additionalProperties: false,
}
