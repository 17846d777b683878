import { z } from "zod"
import { PROBLEM_STATUS, TITLES } from "../problem.ts"
import type { Operation } from "./operation.ts"
import { bodyTypesOf, largestBodyOf } from "./read-request.ts"

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of a list of operations: from the very schemas that check requests. */
export function openapi(operations: readonly Operation[]): Json {
  const paths: Record<string, Json> = {}
  for (const op of operations)
    for (const path of [op.path, ...(op.alsoAt ?? [])])
      paths[path] = { ...paths[path], [op.method]: describe(op, path) }
  return {
    openapi: "3.1.0",
    info: {
      title: "Pushcart",
      version: "1",
      description: ABOUT,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/api/v1" }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: { schemas: { Problem: PROBLEM }, securitySchemes: SECURITY },
  }
}

const ABOUT = `Markets, carts, orders and deliveries over HTTP.

**Who asks** is told by the session's cookie (sign in at one of the four paths) or by a personal token from
[/api-tokens](/api-tokens), sent as \`Authorization: Bearer …\`. Both are bound to one role.
Calls with a cookie must come from this site's own pages or from no page at all.

**Refusals** are RFC 9457 problems with a stable \`code\`; \`errors\` names fields as they were sent.
**Idempotency-Key** on the POSTs that say so: the same key and request get the same answer (\`Idempotent-Replayed\`),
another request under the same key is refused with 409.
**Limits** are told in \`RateLimit-*\`, and in \`Retry-After\` when they are used up. Fields that are not known are ignored.
Paths marked \`x-ours\` are not in the specification.`

function describe(op: Operation, path: string): Json {
  return {
    operationId: `${op.method} ${path}`
      .replace(/[^A-Za-z0-9]+/g, "_")
      .replace(/_+$/, path.endsWith("/") ? "_slash" : ""),
    summary: op.summary,
    ...(op.description ? { description: op.description } : {}),
    tags: [op.tag],
    "x-roles": op.roles,
    ...(op.ours ? { "x-ours": true } : {}),
    security: op.roles === "anyone" ? [] : [{ session: [] }, { token: [] }],
    parameters: parameters(op),
    ...(op.body ? { requestBody: requestBody(op) } : {}),
    responses: responses(op),
  }
}

function parameters(op: Operation): Json[] {
  const idempotency = {
    name: "Idempotency-Key",
    in: "header",
    description: "A key of your own, 1 to 255 characters, remembered for a day.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  }
  return [
    ...fieldsOf(op.params).map(([name, schema]) => ({ name, in: "path", required: true, schema })),
    ...fieldsOf(op.query).map(([name, schema, required]) => ({ name, in: "query", required, schema })),
    ...(op.idempotency ? [idempotency] : []),
  ]
}

function fieldsOf(shape: z.ZodObject | undefined): [string, Json, boolean][] {
  if (!shape) return []
  const { properties = {}, required = [] } = inputSchema(shape) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => [name, schema, required.includes(name)])
}

function requestBody(op: Operation): Json {
  const schema = inputSchema(op.body as z.ZodType)
  const types = bodyTypesOf(op).map((type) => (type === "json" ? "application/json" : "multipart/form-data"))
  return {
    required: true,
    "x-largest-bytes": largestBodyOf(op),
    content: Object.fromEntries(types.map((type) => [type, { schema }])),
  }
}

function responses(op: Operation): Json {
  const refusals = new Map<number, string[]>()
  const add = (status: number, reason: string) =>
    refusals.set(status, [...(refusals.get(status) ?? []), reason])
  if (op.roles !== "anyone") {
    add(401, "nobody is logged in")
    add(403, "logged in as another role")
  }
  if (op.method !== "get" || op.changes) add(403, "called from another site")
  if (op.body) {
    add(400, "the body cannot be read")
    add(413, "the body is too large")
    add(415, "the body's type is not accepted")
  }
  if (op.params || op.query) add(400, "the address cannot be read")
  if (op.body || op.params || op.query) add(422, "invalid")
  const ids = [fieldsOf(op.params), op.body ? inputSchema(op.body) : null]
  if (JSON.stringify(ids).includes("x-thing")) add(404, "not_found")
  for (const code of new Set(op.refusals)) add(PROBLEM_STATUS[code], code)
  if (op.idempotency) add(422, "the Idempotency-Key is too long")
  add(429, "rate_limited")
  const problems = [...refusals].sort(([a], [b]) => a - b)
  return {
    [op.status]: {
      description: "Done.",
      content: { "application/json": { schema: outputSchema(op.answer) } },
    },
    ...Object.fromEntries(
      problems.map(([status, reasons]) => [
        status,
        {
          description: `${TITLES[status] ?? "Refused"}: ${[...new Set(reasons)].join(", ")}.`,
          content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
        },
      ]),
    ),
  }
}

const inputSchema = (schema: z.ZodType) =>
  plain(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }))
const outputSchema = (schema: z.ZodType) =>
  plain(z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }))

/** Within the document the schema's own dialect line is noise. */
function plain({ $schema: _dialect, ...schema }: Json): Json {
  return schema
}

const PROBLEM = {
  type: "object",
  description: "RFC 9457. `detail` is the documented text where the specification has one.",
  required: ["type", "title", "status", "detail", "error"],
  properties: {
    type: { type: "string", examples: ["about:blank"] },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },
    code: { type: "string", enum: Object.keys(PROBLEM_STATUS) },
    errors: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
    error: { type: "string", description: "The same as `detail`, for the specification's clients." },
  },
  additionalProperties: false,
}

const SECURITY = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-pushcart",
    description: "Set by signing in; `pushcart` on plain HTTP.",
  },
  token: { type: "http", scheme: "bearer", description: "A personal token, made at /api-tokens." },
}
