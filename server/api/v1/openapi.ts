import type { z } from "zod"
import { type Components, component, fieldsOf, jsonSchema } from "./json-schema.ts"
import { EXAMPLES, HEADERS, PROBLEM, RESPONSES, responses } from "./openapi-responses.ts"
import { type Operation, TAGS } from "./operation.ts"
import { bodyTypesOf, largestBodyOf } from "./read-request.ts"

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of a list of operations, built from the same schemas that validate requests. */
export function openapi(operations: readonly Operation[]): Json {
  const components: Components = { schemas: { Problem: PROBLEM }, parameters: {} }
  const paths: Record<string, Json> = {}
  for (const op of operations)
    for (const path of [op.path, ...(op.alsoAt ?? [])])
      paths[path] = { ...paths[path], [op.method]: describe(op, path, components) }
  return {
    openapi: "3.1.0",
    info: {
      title: "Pushcart",
      version: "1",
      description: ABOUT,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/api/v1" }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name, description: TAGS[name] })),
    paths,
    components: {
      ...components,
      responses: RESPONSES,
      headers: HEADERS,
      examples: EXAMPLES,
      securitySchemes: SECURITY,
    },
  }
}

const ABOUT = `Markets, carts, orders and deliveries over HTTP.

**Authenticate** with the session's cookie (sign in at one of the four paths) or with a personal token from
[/api-tokens](/api-tokens), sent as \`Authorization: Bearer …\`. Both are bound to one role.
Calls with a cookie must come from this site's own pages or from no page at all.

**Problems** are RFC 9457 with a stable \`code\`; \`errors\` names fields as they were sent.
**Money** is in US dollars with cents as decimals, unless a field says cents. **Times** are ISO 8601 in UTC.
**Idempotency-Key** on the POSTs that list it: the same key and request get the same response (\`Idempotent-Replayed\`),
another request under the same key is rejected with 409.
**Limits** are in \`RateLimit-*\`, and in \`Retry-After\` when they are used up. Unknown fields are ignored.
Paths marked \`x-ours\`, and fields described as "Ours", are not in the specification.
**Two sockets** in addition: \`/api/v1/sockets/deliveries\` sends a greeting, and the list of deliveries whenever it
changes; \`/api/v1/sockets/notifications?ticket=…\` sends the list of notifications once the client has sent the
session's own email. Both need the session's cookie.`

function describe(op: Operation, path: string, components: Components): Json {
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
    parameters: parameters(op, components),
    ...(op.body ? { requestBody: requestBody(op, components) } : {}),
    responses: responses(op, components),
  }
}

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  description: "A key that you choose, 1 to 255 characters, stored for a day.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
}

/** Ids of one kind, `page` and Idempotency-Key are the same in every call, so each is a component. */
function parameters(op: Operation, components: Components): Json[] {
  const shared = (name: string, parameter: Json) => component(components, "parameters", name, parameter)
  return [
    ...fieldsOf(op.params, components).map(([name, { description, ...schema }]) => {
      const parameter = { name, in: "path", required: true, description, schema }
      return name === "id" ? shared(`${schema["x-thing"]}Id`, parameter) : parameter
    }),
    ...fieldsOf(op.query, components).map(([name, { description, ...schema }, required]) => {
      const parameter = { name, in: "query", required, description, schema }
      return name === "page" ? shared("page", parameter) : parameter
    }),
    ...(op.idempotency ? [shared("idempotencyKey", IDEMPOTENCY_KEY)] : []),
  ]
}

function requestBody(op: Operation, components: Components): Json {
  const schema = jsonSchema(op.body as z.ZodType, "input", components)
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
    description: "Set by signing in; named `pushcart` on plain HTTP.",
  },
  token: { type: "http", scheme: "bearer", description: "A personal token, made at /api-tokens." },
}
