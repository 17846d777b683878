import { appendFileSync, readFileSync } from "node:fs"
// biome-ignore lint/style/noRestrictedImports: the name that Ajv documents for JSON Schema of 2020-12
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import { openapi } from "#server/api/v1/openapi.ts"
import { OPERATIONS } from "#server/api/v1/operations/index.ts"

type Answers = Record<
  string,
  { content?: Record<string, { schema: object }>; headers?: Record<string, { required?: boolean }> }
>
export type DocumentedCall = {
  method: string
  path: string
  roles: "anyone" | string[]
  parameters: { name: string; in: string; schema: Record<string, unknown> }[]
  body: { types: string[]; largestBytes: number; schema: Record<string, unknown> } | null
  responses: Answers
  matches: RegExp
}

/** The OpenAPI document in its served form. Tests generate and check from this. */
export const document = JSON.parse(JSON.stringify(openapi(OPERATIONS))) as {
  paths: Record<string, Record<string, Record<string, unknown>>>
  components: { schemas: Record<string, object>; examples: Record<string, { value: unknown }> }
}

/** Returns the document with every reference resolved; it has no cycles. */
const dereferenced = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(dereferenced)
  if (typeof value !== "object" || value === null) return value
  const { $ref, ...own } = value as { $ref?: string }
  const referred = $ref
    ?.split("/")
    .slice(1)
    .reduce((found: unknown, key) => (found as Record<string, unknown>)[key], document)
  const entries = Object.entries({ ...(referred as object | undefined), ...own })
  return Object.fromEntries(entries.map(([key, inner]) => [key, dereferenced(inner)]))
}

const paths = dereferenced(document.paths) as typeof document.paths

export const documentedCalls: DocumentedCall[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, call]) => {
    const body = call.requestBody as
      | { "x-largest-bytes": number; content: Record<string, { schema: Record<string, unknown> }> }
      | undefined
    const types = Object.keys(body?.content ?? {})
    return {
      method: method.toUpperCase(),
      path,
      roles: call["x-roles"] as DocumentedCall["roles"],
      parameters: call.parameters as DocumentedCall["parameters"],
      body: body
        ? { types, largestBytes: body["x-largest-bytes"], schema: body.content[types[0]!]!.schema }
        : null,
      responses: call.responses as Answers,
      matches: new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "[^/]+")}$`),
    }
  }),
)

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
const validators = new Map<object, ValidateFunction>()

/** Throws when a response does not match the document: its status, its media type, its body. */
export async function checkAgainstDocument(method: string, path: string, answer: Response): Promise<void> {
  const call = documentedCalls.find((one) => one.method === method && one.matches.test(path))
  // A call that does not exist, such as an unknown path, has no entry to compare with.
  if (!call) return
  const said = `${method} ${path} answered ${answer.status}`
  const documented = call.responses[String(answer.status)]
  if (!documented) throw new Error(`${said}, which is not documented: ${await answer.clone().text()}`)
  const type = (answer.headers.get("content-type") ?? "").split(";")[0] ?? ""
  const schema = documented.content?.[type]?.schema
  if (!schema) throw new Error(`${said} as ${type}, which is not documented`)
  const body: unknown = await answer.clone().json()
  const errors = errorsAgainst(schema, body)
  if (errors) throw new Error(`${said}, and its body is not as documented: ${errors}`)
  for (const [name, about] of Object.entries(documented.headers ?? {}))
    if (about.required && !answer.headers.has(name)) throw new Error(`${said} without ${name}`)
  const secret = /Pushcart#2026|\$(?:argon2|scrypt|2[aby]\$)|pushcart_[\w-]{20}/.exec(
    JSON.stringify(body),
  )?.[0]
  if (secret) throw new Error(`${said} with a secret: ${secret.slice(0, 12)}…`)
  if (answer.ok) noteChecked(`${call.method} ${call.path}`)
}

/** Calls whose successful response matched the document, over all files of a run. `npm test` sets the file's name. */
const FILE = process.env.CHECKED_CALLS
const noted = new Set<string>()

function noteChecked(call: string): void {
  if (!FILE || noted.has(call)) return
  noted.add(call)
  appendFileSync(FILE, `${call}\n`)
}

/** Returns the calls that the test files of this run have recorded so far. */
export const checkedCalls = (): Set<string> =>
  new Set(FILE ? readFileSync(FILE, "utf8").trimEnd().split("\n") : [])

/** Returns a value's validation errors against a schema of the document; empty when it is valid. */
export function errorsAgainst(schema: object, value: unknown): string {
  const validate = validatorOf(schema)
  return validate(value) ? "" : ajv.errorsText(validate.errors)
}

function validatorOf(schema: object): ValidateFunction {
  const known = validators.get(schema)
  if (known) return known
  const validate = ajv.compile(dereferenced(schema) as object)
  validators.set(schema, validate)
  return validate
}
