import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/**
 * `npm run image`: builds the Dockerfile with buildah, without an engine, mounts the result, and runs it read-only as
 * an unprivileged user (tests/faults/read-only.ts). If the Dockerfile's base images cannot be pulled, Debian's own
 * bootstrap and this machine's Node replace them. If a program is missing, it fails with its name: it is never skipped.
 */
const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "")
const work = process.env.IMAGE_DIR ?? join(tmpdir(), "pushcart-image-build")
const DEBIAN = "docker.io/library/debian:bookworm-slim"
const NODE = "docker.io/library/node:22-bookworm-slim"
const store = ["--root", join(work, "store"), "--runroot", join(work, "run"), "--storage-driver", "vfs"]

if (process.getuid?.() !== 0) fail("It mounts and changes users: run it as root, on Linux.")
if (!has("buildah")) fail("buildah is missing: apt-get install buildah debootstrap")
mkdirSync(work, { recursive: true })
const standsIn = bases()
build()
const container = buildah("from", "--pull-never", "localhost/pushcart")
try {
  const files = buildah("mount", container)
  report(files)
  const env = { ...process.env, IMAGE_ROOT: files, NODE_ENV: "production" }
  const run = [join(root, "tests/faults/run.ts"), "--quick", "read-only"]
  process.exitCode = spawnSync(process.execPath, run, { cwd: root, env, stdio: "inherit" }).status ?? 1
} finally {
  buildah("rm", container)
}

/** Pulls or replaces the Dockerfile's base images. Prints whether they were replaced. */
function bases(): boolean {
  if (run("buildah", [...store, "pull", "--quiet", "--policy", "missing", NODE, DEBIAN]).status === 0)
    return false
  if (isThere(NODE) && isThere(DEBIAN)) return true
  if (!has("debootstrap")) fail("The base images cannot be pulled. Fakes need: apt-get install debootstrap")
  const debian = join(work, "bookworm")
  if (!existsSync(join(debian, "etc/debian_version"))) {
    rmSync(debian, { recursive: true, force: true })
    must("debootstrap", ["--variant=minbase", "bookworm", debian])
    rmSync(join(debian, "var/cache/apt"), { recursive: true, force: true })
    rmSync(join(debian, "var/lib/apt/lists"), { recursive: true, force: true })
  }
  commit("scratch", DEBIAN, [[debian, "/"]], ["--cmd", "bash"])
  commit(DEBIAN, NODE, nodeOfThisMachine(), [
    // This machine may reach the registry with its own certificates.
    "--env",
    "NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt",
    "--env",
    "npm_config_cafile=/etc/ssl/certs/ca-certificates.crt",
  ])
  return true
}

function commit(from: string, name: string, files: [string, string][], config: string[]): void {
  const made = buildah("from", "--pull-never", from)
  for (const [here, there] of files) buildah("add", "--quiet", made, here, there)
  buildah("config", ...config, made)
  buildah("commit", "--quiet", made, name)
  buildah("rm", made)
}

function nodeOfThisMachine(): [string, string][] {
  const node = must("node", ["-p", "process.execPath"])
  const npm = must("npm", ["root", "-g"])
  // `npx` and `npm` are links into the package, and look up their files by their names.
  const folder = join(work, "node")
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, "bin"), { recursive: true })
  mkdirSync(join(folder, "lib/node_modules"), { recursive: true })
  cpSync(node, join(folder, "bin/node"))
  cpSync(join(npm, "npm"), join(folder, "lib/node_modules/npm"), { recursive: true })
  for (const name of ["npm", "npx"])
    must("ln", ["-sf", `../lib/node_modules/npm/bin/${name}-cli.js`, join(folder, "bin", name)])
  const certificates = "/etc/ssl/certs/ca-certificates.crt"
  return [
    [folder, "/usr/local"],
    ...(existsSync(certificates) ? ([[certificates, certificates]] as [string, string][]) : []),
  ]
}

function build(): void {
  const args = [
    ...store,
    "bud",
    "--isolation",
    "chroot",
    "--pull-never",
    "--format",
    "docker",
    "-t",
    "localhost/pushcart",
    root,
  ]
  const { status } = spawnSync("buildah", args, { stdio: "inherit" })
  if (status !== 0) fail(`The Dockerfile does not build: buildah ended with ${status}.`)
}

function report(files: string): void {
  const megabytes = (path: string) => Number.parseInt(must("du", ["-smx", path]), 10)
  const own = megabytes(join(files, "app"))
  console.log(`The image: ${own} MB of ours on ${megabytes(files) - own} MB of Debian.`)
  if (standsIn)
    console.log("The base images could not be pulled; debootstrap and this machine's Node stood in.")
}

function isThere(image: string): boolean {
  return run("buildah", [...store, "inspect", "--type", "image", image]).status === 0
}

function has(program: string): boolean {
  return run("sh", ["-c", `command -v ${program}`]).status === 0
}

function buildah(...args: string[]): string {
  return must("buildah", [...store, ...args])
}

function must(program: string, args: string[]): string {
  const { status, stdout, stderr } = run(program, args)
  if (status !== 0) fail(`${program} ${args.join(" ")} ended with ${status}:\n${stderr}`)
  return stdout.trim()
}

function run(program: string, args: string[]) {
  return spawnSync(program, args, { encoding: "utf8" })
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
