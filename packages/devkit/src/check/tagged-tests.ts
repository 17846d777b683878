import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { type Argument, type CallExpression, type Expression, type Node, parse } from "@swc/core"

/** A test, or a group of tests, that carries tags: `it("name", { tags: ["CART-7"] }, …)`. */
export interface TaggedTest {
  file: string
  /** With the names of the groups around it. */
  name: string
  tags: string[]
}

const TESTS = new Bun.Glob("{app,bench,core,db,packages,party,server,tests,workers}/**/*.test.{ts,tsx}")
const DEFINES = new Set(["it", "test", "describe"])

/** Every tagged test of the repository, in the order of the files' names. */
export async function readTaggedTests(root: string): Promise<TaggedTest[]> {
  const files = (await Array.fromAsync(TESTS.scan({ cwd: root }))).sort()
  const tests = files.map(async (file) => taggedTests(file, await readFile(join(root, file), "utf8")))
  return (await Promise.all(tests)).flat()
}

/** The tagged tests of one file's source. Throws where tags are not a list of plain strings: they are not run. */
export async function taggedTests(file: string, source: string): Promise<TaggedTest[]> {
  const found: TaggedTest[] = []
  const visit = (node: unknown, names: string[]): void => {
    if (Array.isArray(node)) for (const one of node) visit(one, names)
    if (!isNode(node)) return
    const name = isCall(node) ? nameOf(node) : undefined
    const inner = name === undefined ? names : [...names, name]
    if (isCall(node) && name !== undefined) {
      const tags = tagsOf(node.arguments[1], `${file}: ${name}`)
      if (tags.length > 0) found.push({ file, name: inner.join(" › "), tags })
    }
    for (const child of Object.values(node)) visit(child, inner)
  }
  visit(await parse(source, { syntax: "typescript", tsx: file.endsWith("x") }), [])
  return found
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && ("type" in value || "expression" in value)

const isCall = (node: Node): node is CallExpression => node.type === "CallExpression"

/** The name of what a call defines: of `it("name", …)` and `it.each(…)("name", …)`, but not of `it.each(…)` alone. */
function nameOf({ callee, arguments: [first] }: CallExpression): string | undefined {
  if (callee.type === "Super" || callee.type === "Import" || !DEFINES.has(rootOf(callee))) return undefined
  if (first?.expression.type === "StringLiteral") return first.expression.value
  if (first?.expression.type !== "TemplateLiteral") return undefined
  return first.expression.quasis.map(({ cooked, raw }) => cooked ?? raw).join("…")
}

/** `it` of `it`, `it.only` and `it.each(…)`. */
function rootOf(callee: Expression): string {
  if (callee.type === "Identifier") return callee.value
  if (callee.type === "MemberExpression") return rootOf(callee.object)
  if (callee.type === "TaggedTemplateExpression") return rootOf(callee.tag)
  if (callee.type === "CallExpression" && callee.callee.type !== "Super" && callee.callee.type !== "Import")
    return rootOf(callee.callee)
  return ""
}

function tagsOf(options: Argument | undefined, where: string): string[] {
  if (options?.expression.type !== "ObjectExpression") return []
  for (const property of options.expression.properties) {
    if (property.type !== "KeyValueProperty") continue
    if (property.key.type !== "Identifier" || property.key.value !== "tags") continue
    if (property.value.type !== "ArrayExpression") throw new Error(`${where}: write its tags out as a list.`)
    return property.value.elements.map((element) => {
      if (element?.expression.type === "StringLiteral") return element.expression.value
      throw new Error(`${where}: write each of its tags out as a string.`)
    })
  }
  return []
}
