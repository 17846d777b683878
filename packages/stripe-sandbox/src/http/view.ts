import type { World } from "../world.ts"
import { invalidRequest } from "./errors.ts"

type Json = Record<string, unknown>

/**
 * Returns an object as the API shows it: with computed fields, and with objects in place of the ids that `expand`
 * names. Paths start at the object itself, or at `data` for a list.
 */
export function view(world: World, value: unknown, expand: string[]): unknown {
  const paths = expand.map((path) => path.split("."))
  if (paths.some((path) => path.length > 4)) {
    throw invalidRequest("You cannot expand more than 4 levels of a property.", { param: "expand" })
  }
  return show(world, value, paths)
}

function show(world: World, value: unknown, paths: string[][]): unknown {
  if (Array.isArray(value)) return value.map((item) => show(world, item, paths))
  if (typeof value !== "object" || value === null) return value
  const doc = value as Json
  // A deleted object has no computed fields.
  const computed = doc.deleted === true ? {} : (world.computed[String(doc.object)] ?? {})
  const shown: Json = { ...doc }
  for (const [field, work] of Object.entries(computed.always ?? {})) shown[field] = work(world, doc as never)
  for (const [field, inner] of Object.entries(shown)) {
    if (isObject(inner)) shown[field] = show(world, inner, tails(paths, field))
  }
  for (const field of new Set(paths.flatMap(([head]) => head ?? []))) {
    shown[field] = expandField(world, doc, shown, field, tails(paths, field))
  }
  return shown
}

function expandField(world: World, doc: Json, shown: Json, field: string, rest: string[][]): unknown {
  const onRequest = world.computed[String(doc.object)]?.onRequest?.[field]
  if (onRequest) return show(world, onRequest(world, doc as never), rest)
  const current = shown[field]
  if (typeof current === "string") {
    const found = world.store.findAny(current)
    return found ? show(world, found.doc, rest) : current
  }
  if (current === undefined && doc.object !== undefined) {
    throw invalidRequest(`This property cannot be expanded (${field}).`, { param: "expand" })
  }
  return current
}

function tails(paths: string[][], field: string): string[][] {
  return paths.filter(([head, next]) => head === field && next !== undefined).map(([, ...rest]) => rest)
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null
}
