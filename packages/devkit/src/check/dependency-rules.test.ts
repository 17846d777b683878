import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { checkDependencies } from "./check-dependencies.ts"
import { FORBIDDEN } from "./dependency-rules.ts"

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** A project of these files, with the names of our rooms. */
function project(files: Record<string, string>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "pushcart-rules-")))
  folders.push(root)
  const rooms = ["app", "core", "db", "party", "server", "tests", "workers"]
  const all = {
    "package.json": JSON.stringify({
      name: "planted",
      type: "module",
      workspaces: ["packages/*"],
      imports: Object.fromEntries(rooms.map((room) => [`#${room}/*`, `./${room}/*`])),
    }),
    ...Object.fromEntries(
      ["hono", "stripe", "zod"].flatMap((name) => [
        [`node_modules/${name}/package.json`, JSON.stringify({ name, main: "index.js" })],
        [`node_modules/${name}/index.js`, "module.exports = {}"],
      ]),
    ),
    ...files,
  }
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const importing = (target: string) => `import { it } from "${target}"\nexport const used = it\n`
const leaf = "export const it = 1\n"

const PLANTED: Record<string, Record<string, string>> = {
  "pure-core-is-pure": { "core/rule.ts": importing("./take.server.ts"), "core/take.server.ts": leaf },
  "core-knows-no-framework": { "core/take.server.ts": importing("stripe") },
  "db-imports-only-pure-core": {
    "db/client.ts": importing("#core/take.server.ts"),
    "core/take.server.ts": leaf,
  },
  "edges-ask-core-not-db": { "app/routes/home.tsx": importing("#db/client.ts"), "db/client.ts": leaf },
  "party-runs-anywhere": { "party/room.ts": importing("#core/take.server.ts"), "core/take.server.ts": leaf },
  "party-runs-anywhere-builtins": {
    "party/room.ts": 'import { join } from "node:path"\nexport const it = join\n',
  },
  "app-imports-no-other-edge": { "app/root.tsx": importing("#server/compose.ts"), "server/compose.ts": leaf },
  "workers-import-no-other-edge": {
    "workers/job.ts": importing("#server/api/a.ts"),
    "server/api/a.ts": leaf,
  },
  "server-imports-of-app-only-the-context": {
    "server/app.ts": importing("#app/root.tsx"),
    "app/root.tsx": leaf,
  },
  "only-compose-wires": { "server/api/a.ts": importing("#workers/job.ts"), "workers/job.ts": leaf },
  "sandbox-is-a-program-of-its-own": {
    "packages/stripe-sandbox/src/main.ts": importing("#core/money.ts"),
    "core/money.ts": leaf,
  },
  "product-imports-no-package": {
    "server/index.ts": importing("../packages/demo/src/seed.ts"),
    "packages/demo/src/seed.ts": leaf,
  },
  "packages-are-imported-by-name": {
    "tests/buy.test.ts": importing("../packages/stripe-sandbox/src/world.ts"),
    "packages/stripe-sandbox/src/world.ts": leaf,
  },
  "imports-are-exported": {
    "server/index.ts": importing("pg/inner.js"),
    "node_modules/pg/package.json": JSON.stringify({ name: "pg", exports: { ".": "./index.js" } }),
    "node_modules/pg/index.js": "module.exports = {}",
    "node_modules/pg/inner.js": "module.exports = {}",
  },
  "production-imports-no-test": { "server/index.ts": importing("#tests/people.ts"), "tests/people.ts": leaf },
  "no-cycles": {
    "core/a.ts": 'import { b } from "./b.ts"\nexport const a = () => b\n',
    "core/b.ts": 'import { a } from "./a.ts"\nexport const b = () => a\n',
  },
}

describe("the dependency rules", () => {
  for (const { name } of FORBIDDEN)
    it(`find a planted violation of ${name}`, { tags: ["OPS-17"] }, async () => {
      const files = PLANTED[name ?? ""]
      expect(files, "every rule has a planted violation").toBeDefined()
      const { violations } = await checkDependencies(project(files ?? {}))
      expect(violations.map(({ rule }) => rule)).toContain(name)
    })

  it("name the file and the line of the import", { tags: ["OPS-17"] }, async () => {
    const root = project({
      "core/money.ts": leaf,
      "core/rule.ts": `${importing("./money.ts")}\nexport { it } from "./take.server.ts"\n`,
      "core/take.server.ts": leaf,
    })
    const { violations } = await checkDependencies(root)
    expect(violations).toMatchObject([{ rule: "pure-core-is-pure", from: "core/rule.ts", line: 4 }])
  })

  it("find a circle that only a type closes", { tags: ["OPS-17"] }, async () => {
    const root = project({
      "core/a.ts": 'import { b } from "./b.ts"\nexport type A = 1\nexport const a = () => b\n',
      "core/b.ts": 'import type { A } from "./a.ts"\nexport const b: A = 1\n',
    })
    expect((await checkDependencies(root)).violations.map(({ rule }) => rule)).toContain("no-cycles")
  })

  it("find nothing wrong in what is allowed, and saw it", { tags: ["OPS-17"] }, async () => {
    const root = project({
      "core/money.ts": importing("zod"),
      "core/pay.server.ts": importing("#db/client.ts"),
      "db/client.ts": leaf,
      "app/routes/home.tsx": importing("#core/pay.server.ts").replace("it }", "used as it }"),
      "server/api/a.ts": importing("hono"),
    })
    const { modules, violations } = await checkDependencies(root)
    expect(violations).toEqual([])
    expect(modules).toBe(5)
  })

  it("let a test import the sandbox by its name, and nothing that it does not export", {
    tags: ["OPS-17"],
  }, async () => {
    const root = project({
      "packages/stripe-sandbox/package.json": JSON.stringify({
        name: "@pushcart/stripe-sandbox",
        exports: { "./world": "./src/world.ts" },
      }),
      "packages/stripe-sandbox/src/world.ts": leaf,
      "tests/buy.test.ts": importing("@pushcart/stripe-sandbox/world"),
      "tests/steal.test.ts": importing("@pushcart/stripe-sandbox/src/world.ts"),
    })
    mkdirSync(join(root, "node_modules/@pushcart"))
    symlinkSync(join(root, "packages/stripe-sandbox"), join(root, "node_modules/@pushcart/stripe-sandbox"))
    const { modules, violations } = await checkDependencies(root)
    expect(violations).toMatchObject([{ rule: "imports-are-exported", from: "tests/steal.test.ts" }])
    expect(modules).toBe(3)
  })

  it("tell that they saw nothing", { tags: ["OPS-17"] }, async () => {
    expect((await checkDependencies(project({ "core/readme.md": "" }))).modules).toBe(0)
  })
})
