import type { Normalizer } from "./normalize.ts"
import { repeats } from "./repeats.ts"
import type { Answer } from "./visitor.ts"

export type Entry = { title: string; answer: Answer; body: string }

/** Headers that differ from run to run, or that do not describe behavior. */
const DROPPED = ["date", "content-length", "connection", "keep-alive", "transfer-encoding", "set-cookie"]
const COUNTED = ["ratelimit-remaining", "ratelimit-reset", "retry-after"]
const WIDTH = 140

/**
 * Returns a file's text: first the headers that most of its responses share, then each response with its status, its
 * differing headers, its cookies and its body, without what an earlier page has too.
 */
export function recordedText(entries: readonly Entry[], normalizer: Normalizer): string {
  const lines = entries.map(({ answer }) => headerLines(answer))
  const common = commonLines(lines)
  const withoutRepeats = repeats()
  const parts = entries.map(({ title, answer, body }, index) => {
    normalizer.section()
    const own = lines[index] ?? []
    const differing = own.filter((line) => !common.includes(line))
    const without = common.filter((line) => !own.includes(line) && !differing.some(sameName(line)))
    const text = [
      `=== ${title}`,
      `${answer.status}`,
      ...differing,
      ...without.map((line) => `without ${nameOf(line)}`),
      ...cookieLines(answer),
      body,
    ]
    return withoutRepeats(normalizer.normalize(title), normalizer.normalize(text.join("\n").trimEnd()))
  })
  normalizer.section()
  const top = normalizer.normalize(["Headers of most answers here:", ...common].join("\n"))
  return [top, ...parts].join("\n\n")
}

const nameOf = (line: string) => line.slice(0, line.indexOf(":"))
const sameName = (line: string) => (other: string) => nameOf(line) === nameOf(other)

function headerLines({ headers }: Answer): string[] {
  return [...headers]
    .filter(([name]) => !DROPPED.includes(name))
    .map(([name, value]) => `${name}: ${steady(name, value)}`)
    .sort()
}

/** Replaces values that differ in each response of one run, so that their header can be a shared line. */
function steady(name: string, value: string): string {
  if (COUNTED.includes(name)) return "<number>"
  if (name === "x-request-id") return "<id>"
  if (name === "etag") return "<tag>"
  if (name === "last-modified") return "<time>"
  if (name === "link" && value.includes("/assets/")) return "<preloads>"
  return value.replace(/'nonce-[^']+'/g, "'nonce-<nonce>'")
}

function commonLines(all: readonly string[][]): string[] {
  const counts = new Map<string, number>()
  for (const line of all.flat()) counts.set(line, (counts.get(line) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count * 2 > all.length)
    .map(([line]) => line)
    .sort()
}

/**
 * Returns cookie names and attributes, and only those values that are not secret: flags, and ids that a page remembers.
 */
function cookieLines({ headers }: Answer): string[] {
  return headers.getSetCookie().map((cookie) => {
    const [pair = "", ...attributes] = cookie.split(/;\s*/)
    const [name = "", value = ""] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]
    const flash = name === "flash" && Buffer.from(value, "base64url").toString()
    const shown = flash || (isReadable(value) ? value : "<value>")
    const steadyOnes = attributes.map((one) => one.replace(/^(expires)=.*/i, "$1=<time>"))
    return [`set-cookie: ${name}=${shown}`, ...steadyOnes].join("; ")
  })
}

const isReadable = (value: string) => value === "" || value === "true" || value.length === 36

/** Returns JSON on as many lines as are readable, and other bodies unchanged. */
export function bodyText({ headers, text }: Answer): string {
  if (!/json/.test(headers.get("content-type") ?? "")) return text
  try {
    return jsonText(JSON.parse(text))
  } catch {
    return text
  }
}

export function jsonText(value: unknown, indent = ""): string {
  const flat = JSON.stringify(value) ?? "undefined"
  if (flat.length + indent.length <= WIDTH || typeof value !== "object" || value === null) return flat
  const inner = `${indent}  `
  if (Array.isArray(value))
    return `[\n${value.map((one) => inner + jsonText(one, inner)).join(",\n")}\n${indent}]`
  const fields = Object.entries(value).map(
    ([name, one]) => `${inner}${JSON.stringify(name)}: ${jsonText(one, inner)}`,
  )
  return `{\n${fields.join(",\n")}\n${indent}}`
}
