import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { type ESTree, parseSync, Visitor } from "vite"
import { type Fault, lineAt } from "./fault.ts"

/** A test, or a group of tests, with tags: `it("name", { tags: ["CART-7"] }, …)`. */
export interface TaggedTest {
  file: string
  line: number
  /** Includes the names of the groups around it. */
  name: string
  tags: string[]
}

/** `faults`: tags that are not an array of string literals, and so cannot be read without running the test. */
export type TaggedTests = { tests: TaggedTest[]; faults: Fault[] }

const TESTS = new Bun.Glob("{app,bench,core,db,packages,party,server,tests,workers}/**/*.test.{ts,tsx}")
const DEFINES = new Set(["it", "test", "describe"])

/** All tagged tests of the repository, sorted by file name. */
export async function readTaggedTests(root: string): Promise<TaggedTests> {
  const files = (await Array.fromAsync(TESTS.scan({ cwd: root }))).sort()
  const read = await Promise.all(
    files.map(async (file) => taggedTests(file, await readFile(join(root, file), "utf8"))),
  )
  return { tests: read.flatMap(({ tests }) => tests), faults: read.flatMap(({ faults }) => faults) }
}

/** The tagged tests of one file's source. */
export function taggedTests(file: string, source: string): TaggedTests {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0)
    return { tests: [], faults: [{ file, line: 1, message: String(errors[0]?.message) }] }
  const tests: TaggedTest[] = []
  const faults: Fault[] = []
  const groups: string[] = []
  new Visitor({
    CallExpression(node) {
      const name = nameOf(node)
      if (name === undefined) return
      groups.push(name)
      const line = lineAt(source, node.start)
      const { tags, problem } = tagsOf(node.arguments[1])
      if (problem) faults.push({ file, line, message: `${groups.join(" › ")}: ${problem}` })
      if (tags.length > 0) tests.push({ file, line, name: groups.join(" › "), tags })
    },
    "CallExpression:exit"(node) {
      if (nameOf(node) !== undefined) groups.pop()
    },
  }).visit(program)
  return { tests, faults }
}

/** The name that a call defines: of `it("name", …)` and `it.each(…)("name", …)`, but not of `it.each(…)` alone. */
function nameOf({ callee, arguments: [first] }: ESTree.CallExpression): string | undefined {
  if (!DEFINES.has(rootOf(callee))) return undefined
  if (first?.type === "Literal" && typeof first.value === "string") return first.value
  if (first?.type !== "TemplateLiteral") return undefined
  return first.quasis.map(({ value }) => value.cooked ?? value.raw).join("…")
}

/** Returns `it` for `it`, `it.only` and `it.each(…)`. */
function rootOf(callee: ESTree.Expression | ESTree.Super): string {
  if (callee.type === "Identifier") return callee.name
  if (callee.type === "MemberExpression") return rootOf(callee.object)
  if (callee.type === "TaggedTemplateExpression") return rootOf(callee.tag)
  if (callee.type === "CallExpression") return rootOf(callee.callee)
  return ""
}

function tagsOf(options: ESTree.Argument | undefined): { tags: string[]; problem?: string } {
  if (options?.type !== "ObjectExpression") return { tags: [] }
  for (const property of options.properties) {
    if (property.type !== "Property" || property.key.type !== "Identifier") continue
    if (property.key.name !== "tags") continue
    if (property.value.type !== "ArrayExpression")
      return { tags: [], problem: "write its tags out as a list." }
    const { elements } = property.value
    const tags = elements.flatMap((element) =>
      element?.type === "Literal" && typeof element.value === "string" ? [element.value] : [],
    )
    return tags.length === elements.length
      ? { tags }
      : { tags, problem: "write each of its tags out as a string." }
  }
  return { tags: [] }
}
