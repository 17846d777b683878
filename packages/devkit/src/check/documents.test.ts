import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, it } from "vitest"
import { STATES_PAGE, statesPage } from "../../../../server/cli/states.ts"
import { root } from "../start/start-everything.ts"

const FOLDERS = "{.ci,app,bench,core,db,deploy,docs,packages,party,server,tests,workers}"
const found = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (name) => name.includes("node_modules") })

const documents = [...found("*.md"), ...found(`${FOLDERS}/**/*.md`)]
const scripts = ["package.json", ...found("{bench,packages/*,packages/*/*}/package.json")].flatMap((file) => {
  const { scripts: own = {} } = JSON.parse(readFileSync(join(root, file), "utf8")) as { scripts?: object }
  return Object.keys(own)
})

/** A path from the root in backticks: its first folder is one of ours. */
const PATH = /`((?:\.ci|app|bench|core|db|deploy|docs|packages|party|public|server|tests|workers)\/[^`\s]+)`/g
/** A code file in backticks, by its name or the end of its path. */
const FILE = /`([\w./-]+\.(?:ts|tsx|mjs|css|jsonc))`/g
const LINK = /\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)/g
const SCRIPT = /`npm run (?!--)([\w:-]+)/g
/** Files that exist only after a program has run. */
const MADE = ["bench/results/latest.json"]

function missingIn(document: string): string[] {
  const text = readFileSync(join(root, document), "utf8")
  const all = (pattern: RegExp, within = text) => [...within.matchAll(pattern)].map(([, name = ""]) => name)
  // `<role>` matches any word, and `*` matches the same as in a shell.
  const isThere = (path: string) =>
    existsSync(join(root, path)) || found(path.replace(/<\w+>/g, "*")).length > 0
  return [
    ...all(PATH).filter((path) => !isThere(path)),
    ...all(LINK, text.replace(/`[^`]*`/g, "")).filter((path) => !isThere(join(dirname(document), path))),
    ...all(FILE).filter((file) => !isThere(file) && found(`${FOLDERS}/**/${file}`).length === 0),
    ...all(SCRIPT).filter((name) => !scripts.includes(name)),
  ]
    .filter((name) => !MADE.includes(name))
    .map((name) => `${document}: ${name}`)
}

it("has no file, folder or npm script in its documents that is not there", () => {
  expect(documents.length).toBeGreaterThan(30)
  expect(documents.flatMap(missingIn)).toEqual([])
})

it("has its tables of moves as `npm run states` writes them now", { tags: ["HIST-1"] }, () => {
  expect(readFileSync(STATES_PAGE, "utf8")).toBe(statesPage())
})

it("catches a DomainError in two places, and else only where ARCHITECTURE.md says why", () => {
  const [, after = ""] = readFileSync(join(root, "ARCHITECTURE.md"), "utf8").split(
    "### Other files that may catch it",
  )
  const [section = ""] = after.split("\n## ")
  const allowed = [...section.matchAll(LINK)].map(([, file = ""]) => file)
  const places = ["app/forms/or-not-found.ts", "app/forms/submit-form.ts", "server/api/problem.ts"]
  const catching = found("{app,bench,core,db,packages,party,server,workers}/**/*.{ts,tsx}")
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => readFileSync(join(root, file), "utf8").includes("instanceof DomainError"))
  expect(catching.toSorted()).toEqual([...places, ...allowed].toSorted())
})
