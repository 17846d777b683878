import { spawnSync } from "node:child_process"
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

const ROOT = join(import.meta.dirname, "../../../..")
const CONFIGURATION = join(ROOT, "biome.json")
const RULE = "style/noRestrictedImports"

type Configured = {
  linter: { rules: { style: { noRestrictedImports: { options: { patterns: { message: string }[] } } } } }
}
const { patterns } = (JSON.parse(readFileSync(CONFIGURATION, "utf8")) as Configured).linter.rules.style
  .noRestrictedImports.options

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pushcart-imports-"))
  copyFileSync(CONFIGURATION, join(folder, "biome.json"))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Biome's messages, with our configuration, for each of these imports. */
function saidOf(specifiers: readonly string[]): { specifier: string | undefined; message: string }[] {
  writeFileSync(join(folder, "planted.ts"), specifiers.map((name) => `import "${name}"\n`).join(""))
  const biome = join(ROOT, "node_modules/.bin/biome")
  const settings = [`--only=${RULE}`, "--reporter=json", "--max-diagnostics=none", "--vcs-enabled=false"]
  const { stdout } = spawnSync(biome, ["lint", ...settings, "planted.ts"], { cwd: folder, encoding: "utf8" })
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { category: string; message: string; location: { start: { line: number } } }[]
  }
  return diagnostics
    .filter(({ category }) => category === `lint/${RULE}`)
    .map(({ message, location }) => ({ specifier: specifiers[location.start.line - 1], message }))
}

const PLANTED: Record<string, string[]> = {
  "This is an inner file of the package. Import what the package documents.": [
    "pg/lib/connection.js",
    "nodemailer/lib/qp",
    "react-router/dist/production/index.mjs",
    "@opentelemetry/core/build/src/index.js",
    "@pushcart/devkit/src/start/child.ts",
    "../node_modules/pg/index.js",
  ],
  "Drizzle documents drizzle-orm, its pg-core, its node-postgres and the migrator of that.": [
    "drizzle-orm/errors",
    "drizzle-orm/pg-core/session",
  ],
  "core/cookies.ts writes and reads cookies.": ["cookie", "hono/cookie"],
  "React documents react-dom, its client and its server.": [
    "react-dom/server.bun",
    "react-dom/cjs/react-dom.development.js",
  ],
}

describe("the rules of imports", () => {
  it.each(Object.entries(PLANTED))(
    "find planted violations of: %s",
    { tags: ["OPS-17"] },
    (rule, planted) => {
      const found = saidOf(planted).filter(({ message }) => message === rule)
      expect(found.map(({ specifier }) => specifier)).toEqual(planted)
    },
  )

  it("have planted violations each", { tags: ["OPS-17"] }, () => {
    expect(patterns.map(({ message }) => message)).toEqual(Object.keys(PLANTED))
  })

  it("find nothing wrong in what packages document, and in files of ours", { tags: ["OPS-17"] }, () => {
    const documented = ["pg", "drizzle-orm", "drizzle-orm/pg-core", "drizzle-orm/node-postgres/migrator"]
    const more = ["react-dom/server", "hono/factory", "@pushcart/devkit/child"]
    const ours = ["../src/app.ts", "./lib/parts.ts", "#core/money.ts", "#app/lib/parts.ts"]
    expect(saidOf([...documented, ...more, ...ours])).toEqual([])
  })
})
