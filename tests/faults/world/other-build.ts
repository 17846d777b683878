import { appendFile, cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { buildIfChanged } from "@pushcart/devkit/build-if-changed"

const root = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "")
const SOURCES = ["app", "core", "db", "packages", "party", "public", "server", "workers"]
const CONFIGURATION = [
  "bun.lock",
  "package.json",
  "react-router.config.ts",
  "tsconfig.json",
  "vite.config.ts",
]

export type OtherBuild = { folder: string; remove(): Promise<void> }

/** Builds this checkout in another folder, with a change in a file that every page loads. */
export async function buildChanged(): Promise<OtherBuild> {
  const build = await emptyFolder()
  for (const name of [...SOURCES, ...CONFIGURATION])
    await cp(join(root, name), join(build.folder, name), { recursive: true, filter: isSource })
  await appendFile(join(build.folder, "app/ui/app.css"), "\n.second-build { color: inherit; }\n")
  await appendFile(join(build.folder, "app/entry.client.tsx"), '\nperformance.mark("second-build")\n')
  return built(build)
}

/** Builds another commit with the packages of this checkout. Throws when the packages differ. */
export async function buildCommit(commit: string): Promise<OtherBuild> {
  const build = await emptyFolder()
  const unpack = Bun.spawn(["sh", "-c", 'git archive "$0" | tar -x -C "$1"', commit, build.folder], {
    cwd: root,
    stdout: "inherit",
    stderr: "inherit",
  })
  if ((await unpack.exited) !== 0) throw new Error(`git archive ${commit} failed`)
  return built(build)
}

async function emptyFolder(): Promise<OtherBuild> {
  const folder = await mkdtemp(join(tmpdir(), "pushcart-build-"))
  await mkdir(folder, { recursive: true })
  await symlink(join(root, "node_modules"), join(folder, "node_modules"))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

async function built(build: OtherBuild): Promise<OtherBuild> {
  try {
    await buildIfChanged(build.folder, process.env)
    return build
  } catch (error) {
    await build.remove()
    throw error
  }
}

const isSource = (path: string) => !path.includes("/node_modules")
