import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, sep } from "node:path"
import { root } from "../start/start-everything.ts"

/**
 * Removes everything from node_modules that the built programs do not load. Run it in the image's build, after
 * packages/devkit/src/pack/build.ts. From each program it follows every import, including lazy ones, with the runtime's
 * own resolver. If one file of a package is reached, the whole package stays, without types, source maps and documents.
 * tests/image checks that nothing is missing.
 */
const PROGRAMS = [
  "server/index.ts",
  "build/server/index.js",
  "packages/ops/src/doctor/doctor.ts",
  "packages/ops/src/backup/backup.ts",
  "packages/ops/src/backup/restore.ts",
  ...["create-admin", "migrate", "party", "repeat-deletions"].map((name) => `server/cli/${name}.ts`),
]
/** Located by path: the runtime, and packages whose files are served unchanged. */
const BY_PLACE = ["bun", "swagger-ui-dist", "@bull-board/ui", "us-atlas"]
/** Bun's package contains the program three times, once for each of its names. */
const REPEATED = ["bun/bin/bunx.exe"]
const UNUSED = /^(?!licen[cs]e|notice|copying).*\.(d\.[cm]?ts|map|md|markdown|flow|tsbuildinfo)$/i
const MODULES = join(root, "node_modules")
const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/

const wanted = reachedFrom(PROGRAMS.map((file) => join(root, file)))
for (const name of BY_PLACE) withOptional(join(MODULES, name), wanted)
for (const folder of [...wanted]) withOptional(folder, wanted)
const before = megabytes()
for (const file of REPEATED) rmSync(join(MODULES, file), { force: true })
prune(MODULES)
// Its links now point to removed files.
prune(join(MODULES, ".bin"))
console.log(`node_modules: ${before} MB before, ${megabytes()} MB now, ${wanted.size} packages.`)

/** The folders of all packages that a program can reach. */
function reachedFrom(files: string[]): Set<string> {
  const folders = new Set<string>()
  const seen = new Set<string>()
  for (let file = files.pop(); file; file = files.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    const folder = PACKAGE.exec(file)?.[0]
    if (folder) folders.add(folder)
    if (/\.[cm]?[jt]sx?$/.test(file)) files.push(...importsOf(file))
  }
  return folders
}

function importsOf(file: string): string[] {
  const loader = file.endsWith("x") ? "tsx" : /ts$/.test(file) ? "ts" : "jsx"
  const imports = new Bun.Transpiler({ loader }).scanImports(readFileSync(file))
  const { resolve } = createRequire(file)
  // Some packages have other files, with other imports, for `require`.
  return imports.flatMap(({ path }) =>
    [() => Bun.resolveSync(path, dirname(file)), () => resolve(path)].flatMap(absolute),
  )
}

/** Empty for the runtime's own modules, and for optional imports that are not installed. */
function absolute(resolve: () => string): string[] {
  try {
    const found = resolve()
    return found.startsWith(sep) ? [found] : []
  } catch {
    return []
  }
}

/** Binaries for this platform are optional dependencies, loaded by a name computed at run time. */
function withOptional(folder: string, into: Set<string>): void {
  into.add(folder)
  const { optionalDependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    optionalDependencies?: Record<string, string>
  }
  for (const name of Object.keys(optionalDependencies)) {
    const found = [join(folder, "node_modules", name), join(MODULES, name)].find((one) => existsSync(one))
    if (found && !name.startsWith("@oven/") && !into.has(found)) withOptional(found, into)
  }
}

/** Removes packages that are not wanted, unless they contain a wanted one, and files that no program reads. */
function prune(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isSymbolicLink()) {
      if (!existsSync(path)) rmSync(path)
    } else if (!entry.isDirectory()) {
      if (UNUSED.test(entry.name)) rmSync(path)
    } else if (isPackage(path) && !isNeeded(path)) rmSync(path, { recursive: true })
    else {
      prune(path)
      if (readdirSync(path).length === 0) rmSync(path, { recursive: true })
    }
  }
}

function isPackage(path: string): boolean {
  return PACKAGE.exec(`${path}/`)?.[0] === path && !/\/(@[^/]+|\.bin)$/.test(path)
}

function isNeeded(path: string): boolean {
  return wanted.has(path) || [...wanted].some((one) => one.startsWith(`${path}${sep}`))
}

function megabytes(): number {
  let bytes = 0
  for (const name of readdirSync(MODULES, { recursive: true, encoding: "utf8" })) {
    const found = statSync(join(MODULES, name), { throwIfNoEntry: false })
    if (found?.isFile()) bytes += found.size
  }
  return Math.round(bytes / 1_048_576)
}
