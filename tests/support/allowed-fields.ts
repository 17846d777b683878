import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { expect } from "vitest"

const ARTIFACTS = "tests/.artifacts"

/**
 * Returns the paths of all values in the data, such as "orders[].market.name", sorted and without duplicates. A key
 * that is an id is written as "*", so that data of one kind has the same paths. For null and an empty list only their
 * own path is listed.
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

/** Compares the paths that were found with the committed list of fields that their readers may see. */
export function expectAllowed(list: string, found: string): void {
  const now = keepFound(list, found)
  expect(
    found.split("\n"),
    `${list} lists the fields that their readers may have. Is each new one shown to its reader? Then: cp ${now} ${list}`,
  ).toEqual(readFileSync(list, "utf8").split("\n"))
}

/** Writes the paths that were found to a file, from which the list can be updated. Returns the file's path. */
export function keepFound(list: string, found: string): string {
  const now = join(ARTIFACTS, basename(list))
  mkdirSync(ARTIFACTS, { recursive: true })
  writeFileSync(now, found)
  return now
}
