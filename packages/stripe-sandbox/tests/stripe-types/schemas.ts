import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { createGenerator, ExposeNodeParser, type Schema } from "ts-json-schema-generator"
import { ENDPOINTS } from "./endpoints.ts"

const ROOT = join(import.meta.dirname, "../../../..")
const { version } = JSON.parse(readFileSync(join(ROOT, "node_modules/stripe/package.json"), "utf8"))
const tag = Bun.hash(JSON.stringify(ENDPOINTS)).toString(36)
const FOLDER = join(ROOT, "node_modules/.cache/stripe-types")

export type Part = "params" | "answer"

/**
 * JSON Schemas of the SDK's own types, for the endpoints of the table. They take seconds to generate, so they are
 * cached under node_modules/.cache for each SDK version and table.
 */
export function stripeSchemas(part: Part): Schema {
  const kept = join(FOLDER, `${version}-${tag}-${part}.json`)
  try {
    return JSON.parse(readFileSync(kept, "utf8"))
  } catch {
    const schema = generate(part)
    mkdirSync(dirname(kept), { recursive: true })
    writeFileSync(kept, JSON.stringify(schema))
    return schema
  }
}

/** The exported name of an endpoint's type, such as `Params12` or `Answer12`, by its index in the table. */
export function typeName(part: Part, index: number): string {
  return `${part === "params" ? "Params" : "Answer"}${index}`
}

/** Names each type by its file too, because the SDK has several types of one name (`Card`). */
function nameByFile(): void {
  const { prototype } = ExposeNodeParser
  const original = Reflect.get(prototype, "getDefinitionName") as (node: Node, context: unknown) => string
  type Node = { getSourceFile(): { fileName: string } }
  Reflect.set(prototype, "getDefinitionName", function (this: unknown, node: Node, context: unknown) {
    const name = original.call(this, node, context)
    const [, file = ""] =
      /stripe\/esm\/(?:resources\/)?(.+)\.d\.ts$/.exec(node.getSourceFile().fileName) ?? []
    return ["", "shared", "Decimal"].includes(file) ? name : `${file}.${name}`
  })
}

function generate(part: Part): Schema {
  nameByFile()
  const entry = join(FOLDER, `${tag}-${part}.ts`)
  const types = ENDPOINTS.map((endpoint, index) => {
    const name = endpoint[part]
    if (name === "-") return ""
    return `export type ${typeName(part, index)} = ${name.startsWith("Stripe.") ? name : `Stripe.${name}`}`
  })
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(entry, `import type Stripe from "stripe"\n${types.join("\n")}\n`)
  const schema = createGenerator({
    path: entry,
    type: "*",
    expose: "export",
    jsDoc: "none",
    sortProps: false,
    skipTypeCheck: true,
    additionalProperties: false,
    tsconfig: join(import.meta.dirname, "tsconfig.schemas.json"),
  }).createSchema("*")
  // The SDK's enums allow unknown values, for future ones. Values that we send and return must be known today.
  Object.assign(schema.definitions ?? {}, { OtherString: { not: {} }, Decimal: { type: "string" } })
  return schema
}
