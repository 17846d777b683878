import type { z } from "zod"
import { fieldsOf, inputSchema } from "./json-schema.ts"
import { EXAMPLES, HEADERS, PROBLEM, responses } from "./openapi-responses.ts"
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
    components: {
      ...{ schemas: { Problem: PROBLEM }, headers: HEADERS, examples: EXAMPLES },
      securitySchemes: SECURITY,
    },
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
Paths marked \`x-ours\` are not in the specification.
**Two sockets** beside these calls: \`/api/v1/sockets/deliveries\` greets and sends the list of deliveries anew whenever
it changes; \`/api/v1/sockets/notifications?ticket=…\` sends the list of notifications once the client has said the
session's own e-mail. Both take the session's cookie.`

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

function requestBody(op: Operation): Json {
  const schema = inputSchema(op.body as z.ZodType)
  const types = bodyTypesOf(op).map((type) => (type === "json" ? "application/json" : "multipart/form-data"))
  return {
    required: true,
    "x-largest-bytes": largestBodyOf(op),
    content: Object.fromEntries(types.map((type) => [type, { schema }])),
  }
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
