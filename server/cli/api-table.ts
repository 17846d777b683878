import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import type { Operation } from "#server/api/v1/operation.ts"
import { OPERATIONS } from "#server/api/v1/operations/index.ts"
import { SOCKETS } from "#server/api/v1/sockets.ts"

/** `npm run api-table`: regenerates docs/api.md from the operations. A test fails if that was forgotten. */
export const API_TABLE = new URL("../../docs/api.md", import.meta.url)

const MATRIX = "tests/contract/api/matrix.test.ts"
const GENERATED = "tests/contract/api/generated.test.ts"
const BODIES = "tests/contract/api/bodies.test.ts"

const API_TESTS = "tests/contract/api/"
const JOURNEY = "tests/e2e/api-journey/"

/** The tests that name the calls they make; all files of the journey are shown as one. */
function testFiles(): { shown: string; file: string }[] {
  const named = (folder: string) => readdirSync(new URL(`../../${folder}`, import.meta.url)).sort()
  const journey = named(JOURNEY).filter((file) => !file.endsWith(".test.ts"))
  const tests = named(API_TESTS).map((file) => API_TESTS + file)
  return [
    ...journey.map((file) => ({ shown: `${JOURNEY}journey.ts`, file: JOURNEY + file })),
    ...tests
      .filter((file) => file.endsWith(".test.ts") && ![MATRIX, GENERATED, BODIES].includes(file))
      .map((file) => ({ shown: file, file })),
  ]
}

type TestText = { shown: string; text: string }

/** The source text of the tests, from which the table's test column is read. */
export const readTests = (): TestText[] =>
  testFiles().map(({ shown, file }) => ({
    shown,
    text: readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"),
  }))

/** The content of docs/api.md. */
export function apiTable(tests: readonly TestText[]): string {
  const tags = [...new Set(OPERATIONS.map(({ tag }) => tag))]
  return [INTRODUCTION, ...tags.map((tag) => section(tag, tests)), sockets()].join("\n\n").concat("\n")
}

const INTRODUCTION = `# The API, call by call

Every documented call under \`/api/v1\`, with who may make it, the page that uses the same command or query, and its tests.
In addition, these tests cover every call: \`${MATRIX}\` (anonymous callers, wrong roles, strangers' ids,
malformed, oversized and mistyped bodies, other sites; nothing may change), \`${GENERATED}\` (Idempotency-Key,
unknown fields) and \`${BODIES}\` (ten thousand generated bodies). Every response in a test is validated
against \`/api/v1/openapi.json\`; \`/api/v1/docs\` displays that document.

\`npm run api-table\` generates this page from \`server/api/v1/operations/\`, the table from which the routes are created.
_Ours_ marks paths that are not in the specification.

Fields that the specification lists but no response contains: \`password\`, \`token\`, \`clientsecret\` and \`pi\` of a customer,
\`password\` and \`token\` of a deliverer. A payment's client secret is returned once, by \`POST /pay/paymentIntent\`.

Registering through the API counts as agreeing to the terms: the specification's payloads have no field for it, \`agree\` is
accepted and ignored, and the account records the terms of that moment. A client must show the terms and get the person's
consent before the call.`

function section(tag: string, tests: readonly TestText[]): string {
  const rows = OPERATIONS.filter((op) => op.tag === tag).map((op) => row(op, tests))
  return `## ${tag}\n\n${table([["Call", "Allowed for", "Page", "Command or query", "Test"], ...rows])}`
}

/** A Markdown table, padded as the formatter would. */
function table([head = [], ...rows]: string[][]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n")
}

function row(op: Operation, tests: readonly TestText[]): string[] {
  const paths = [op.path, ...(op.alsoAt ?? [])]
    .map((path) => `\`${op.method.toUpperCase()} ${path}\``)
    .join(", ")
  const ours = op.ours ? " _ours_" : ""
  const who = op.roles === "anyone" ? "anyone" : op.roles.join(", ")
  return [
    `${paths}${ours}`,
    who,
    op.page,
    op.command,
    testsOf(op, tests)
      .map((file) => `\`${file}\``)
      .join(", "),
  ]
}

/** The test files that make this call under its first path; otherwise the one that makes every POST of its kind. */
export function testsOf({ path, idempotency }: Operation, tests: readonly TestText[]): string[] {
  const fixed = path.replace(/\/?\{\w+\}.*$/, "").replace(/[.*+?^$()|[\]\\]/g, "\\$&")
  const named = new RegExp(`["'\`]${fixed}(?![\\w-]|/[A-Za-z])`)
  const files = [...new Set(tests.filter(({ text }) => named.test(text)).map(({ shown }) => shown))]
  return files.length === 0 && idempotency ? [GENERATED] : files
}

function sockets(): string {
  const rows = SOCKETS.map(({ path, roles, does }) => [
    `\`${path}\``,
    roles.join(", "),
    does,
    "`tests/contract/api/sockets.test.ts`",
  ])
  return `## Sockets\n\n${table([["Socket", "Allowed for", "Sends", "Test"], ...rows])}`
}

if (import.meta.main) {
  writeFileSync(API_TABLE, apiTable(readTests()))
}
