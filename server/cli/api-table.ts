import { readFileSync, writeFileSync } from "node:fs"
import type { Operation } from "#server/api/v1/operation.ts"
import { OPERATIONS } from "#server/api/v1/operations/index.ts"
import { SOCKETS } from "#server/api/v1/sockets.ts"

/** `npm run api-table`: writes docs/api.md anew from the operations. A test tells when that was forgotten. */
export const API_TABLE = new URL("../../docs/api.md", import.meta.url)

const JOURNEY = "tests/api-journey/journey.ts"
const MATRIX = "tests/api/matrix.test.ts"
const BODIES = "tests/api/bodies.test.ts"

/** The journey's own text. */
export const readJourney = () =>
  ["journey.ts", "joining.ts"]
    .map((file) => readFileSync(new URL(`../../tests/api-journey/${file}`, import.meta.url), "utf8"))
    .join("\n")

/** The page of documentation; `journey` is the journey's own text, so that the table says which calls it makes. */
export function apiTable(journey: string): string {
  const tags = [...new Set(OPERATIONS.map(({ tag }) => tag))]
  return [INTRODUCTION, ...tags.map((tag) => section(tag, journey)), sockets()].join("\n\n").concat("\n")
}

const INTRODUCTION = `# The API, call by call

Every call of the specification's section 7, under \`/api/v1\`, with who may make it, the page that uses the same
command or query, and the tests that cover it beyond those that cover every call: \`${MATRIX}\` (nobody, wrong
roles, strangers' ids, broken, oversized and mistyped bodies, other sites; nothing changes) and \`${BODIES}\`
(generated bodies). Every answer in a test is held against \`/api/v1/openapi.json\`; \`/api/v1/docs\` shows that document.

This page is written by \`npm run api-table\` from \`server/api/v1/operations/\`, the table that the routes are made of.
_Ours_ marks paths that the specification does not show.`

function section(tag: string, journey: string): string {
  const rows = OPERATIONS.filter((op) => op.tag === tag).map((op) => row(op, journey))
  return `## ${tag}\n\n${table([["Call", "Who may", "Page", "Command or query", "Test"], ...rows])}`
}

/** Padded as the formatter would. */
function table([head = [], ...rows]: string[][]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n")
}

function row(op: Operation, journey: string): string[] {
  const paths = [op.path, ...(op.alsoAt ?? [])]
    .map((path) => `\`${op.method.toUpperCase()} ${path}\``)
    .join(", ")
  const ours = op.ours ? " _ours_" : ""
  const who = op.roles === "anyone" ? "anyone" : op.roles.join(", ")
  return [`${paths}${ours}`, who, op.page, op.command, testOf(op, journey)]
}

function testOf({ path, tag, ours }: Operation, journey: string): string {
  const fixed = path.replace(/\{\w+\}.*$/, "")
  // The other name of a call that the journey makes: one handler behind both.
  if (journey.includes(fixed) || path === "/seller/createMarketAccount") return `\`${JOURNEY}\``
  if (tag === "Customer auth" || tag === "Email") return "`tests/api/accounts.test.ts`"
  if (path.startsWith("/pushcartexpress/") && ours)
    return "`tests/api/calls.test.ts`, `tests/e2e/deliveries.test.ts`"
  return tag === "Pages" ? "`tests/api/guards.test.ts`" : "`tests/api/calls.test.ts`"
}

function sockets(): string {
  const rows = SOCKETS.map(({ path, roles, does }) => [
    `\`${path}\``,
    roles.join(", "),
    does,
    "`tests/api/sockets.test.ts`",
  ])
  return `## Sockets\n\n${table([["Socket", "Who may", "What it sends", "Test"], ...rows])}`
}

if (import.meta.main) {
  writeFileSync(API_TABLE, apiTable(readJourney()))
}
