import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { expect } from "vitest"

const ARTIFACTS = "tests/.artifacts"

/**
 * Where something is found in data: "orders[].market.name", sorted and each once. What is named after an id is "*", so
 * that the same kind of data has the same fields; what is nothing, or an empty list, has its own name alone.
 */
export function fieldsOf(data: unknown): string[] {
  const found = new Set<string>()
  const walk = (value: unknown, at: string): void => {
    if (Array.isArray(value)) for (const one of value) walk(one, `${at}[]`)
    else if (isRecord(value))
      for (const [name, one] of Object.entries(value)) {
        const path = `${at ? `${at}.` : ""}${/^[\da-f]{8}-[\da-f-]{27}$|^\d+$/.test(name) ? "*" : name}`
        found.add(path)
        walk(one, path)
      }
  }
  walk(data, "")
  return [...found].sort()
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value))

/** Compares what was found with a committed list of what its readers may have. */
export function expectAllowed(list: string, found: string): void {
  const now = keepFound(list, found)
  expect(
    found.split("\n"),
    `${list} lists the fields that their readers may have. Is each new one shown to its reader? Then: cp ${now} ${list}`,
  ).toEqual(readFileSync(list, "utf8").split("\n"))
}

/** Keeps what was found, for whoever brings a list up to date. Returns where. */
export function keepFound(list: string, found: string): string {
  const now = join(ARTIFACTS, basename(list))
  mkdirSync(ARTIFACTS, { recursive: true })
  writeFileSync(now, found)
  return now
}
