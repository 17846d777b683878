import { isDeepStrictEqual } from "node:util"
import { z } from "zod"
import type { Operation } from "./operation.ts"

type Json = Record<string, unknown>
type Io = "input" | "output"

/** The document's shared parts, by name: `#/components/<kind>/<name>`. */
export type Components = Record<"schemas" | "parameters", Record<string, Json>>

/**
 * A schema in the form that requests (`input`) or responses (`output`) have. Each schema with an `id` in its meta
 * becomes a component of that name and is referenced wherever it is used.
 */
export function jsonSchema(schema: z.ZodType, io: Io, components: Components): Json {
  const { $defs = {}, ...json } = inComponents(converted(schema, io))
  for (const [name, definition] of Object.entries($defs as Record<string, Json>))
    component(components, "schemas", name, definition)
  return json
}

/** Adds a component and returns the reference to it. A name can only be used for one component. */
export function component(
  components: Components,
  kind: keyof Components,
  name: string,
  value: Json,
): { $ref: string } {
  const known = components[kind][name]
  if (known && !isDeepStrictEqual(known, value))
    throw new Error(`The API's document has two different ${kind} named ${name}.`)
  components[kind][name] = value
  return { $ref: `#/components/${kind}/${name}` }
}

/** Fields of a path or a query: name, schema, whether it is required. */
export function fieldsOf(shape: z.ZodObject | undefined, components: Components): [string, Json, boolean][] {
  if (!shape) return []
  const { properties = {}, required = [] } = jsonSchema(shape, "input", components) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => [name, schema, required.includes(name)])
}

/** Whether a call identifies something by its id, and so can return 404. */
export function hasThings(op: Operation): boolean {
  const named = [op.params, op.body].map((schema) => (schema ? converted(schema, "input") : null))
  return JSON.stringify(named).includes("x-thing")
}

function converted(schema: z.ZodType, io: Io): Json {
  const { $schema: _noiseWithinTheDocument, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    // zod leaves examples out of requests if a field is transformed; ours should show what a client sends.
    override({ zodSchema, jsonSchema }) {
      const { examples } = z.globalRegistry.get(zodSchema) ?? {}
      if (examples && !jsonSchema.$ref) jsonSchema.examples = examples as unknown[]
    },
  })
  return json
}

/** zod puts definitions next to each schema; the document has one place for all of them. */
const inComponents = (json: Json): Json =>
  JSON.parse(JSON.stringify(json).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/')) as Json
