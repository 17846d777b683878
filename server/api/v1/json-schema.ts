import { z } from "zod"
import type { Operation } from "./operation.ts"

type Json = Record<string, unknown>

/** A schema as requests have it, with its examples: zod leaves them out where a field is transformed. */
export function inputSchema(schema: z.ZodType): Json {
  const { examples } = schema.meta() ?? {}
  const json = plain(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }))
  return examples ? { ...json, examples } : json
}

/** A schema as answers have it. */
export const outputSchema = (schema: z.ZodType) =>
  plain(z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }))

/** Within the document the schema's own dialect line is noise. */
function plain({ $schema: _dialect, ...schema }: Json): Json {
  return schema
}

export function fieldsOf(shape: z.ZodObject | undefined): [string, Json, boolean][] {
  if (!shape) return []
  const { properties = {}, required = [] } = inputSchema(shape) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => [name, schema, required.includes(name)])
}

/** Whether a call names something by its id, and so can be asked for what is not there. */
export function hasThings(op: Operation): boolean {
  const named = [fieldsOf(op.params), op.body ? inputSchema(op.body) : null]
  return JSON.stringify(named).includes("x-thing")
}
