import { readFileSync } from "node:fs"
import { glob } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import * as attributes from "./attributes.ts"
import * as events from "./events.ts"
import * as globals from "./globals.ts"
import * as messages from "./worker-messages.ts"

const APP = join(import.meta.dirname, "..")

const names = [attributes, events, globals, messages]
  .flatMap<unknown>((module) => Object.values(module))
  .filter((name) => typeof name === "string")
const onHtml = Object.keys(attributes.htmlAttributes({}))
const onBody = Object.keys(attributes.bodyAttributes({}))
const spelled = new RegExp(`(?<![\\w-])(${[...names, ...onHtml, ...onBody].join("|")})(?![\\w-])`)

/** How an event, a flag or a global would be spelled that app/page-protocol does not name. */
const unnamed = [
  /(Event|Listener)(<[^>]*>)?\(\s*["'`]pushcart:/,
  /postMessage\(\s*["'`]/,
  /(documentElement|document\.body)\.dataset/,
  /(window|globalThis)(\.|\[["'`]|\s+as\b[^)]*\)\.)__\w/,
]

async function found(patterns: RegExp[]): Promise<string[]> {
  const all: string[] = []
  for await (const file of glob("**/*.{ts,tsx}", { cwd: APP })) {
    if (file.startsWith("page-protocol/") || file.includes(".test.")) continue
    const lines = readFileSync(join(APP, file), "utf8").split("\n")
    for (const [index, line] of lines.entries())
      if (patterns.some((pattern) => pattern.test(line))) all.push(`${file}:${index + 1} ${line.trim()}`)
  }
  return all
}

it("has page script, service worker and React take the names that they share from one module", {
  tags: ["OPS-62"],
}, async () => {
  expect(names).toContain("pushcart:live")
  expect(await found([spelled, ...unnamed])).toEqual([])
})

it("styles by no flag of <html> that the module does not name", { tags: ["OPS-62"] }, async () => {
  const source = readFileSync(join(import.meta.dirname, "attributes.ts"), "utf8")
  const flags = /type HtmlFlags = \{(.*?)\n\}/s.exec(source)?.[1] ?? ""
  const known = [...flags.matchAll(/^ {2}(\w+)\?:/gm)].map(([, name]) => name)
  const used = new Set<string | undefined>()
  for await (const file of glob("**/*.css", { cwd: APP })) {
    const css = readFileSync(join(APP, file), "utf8")
    for (const [, name] of css.matchAll(/(?:html(?::not\()?|^\s*)\[data-(\w+)\]/gm)) used.add(name)
  }
  expect([...used].filter((name) => !known.includes(name ?? ""))).toEqual([])
  expect(used.size).toBeGreaterThan(0)
})
