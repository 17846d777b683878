// The entry point of every command. It needs only Node: it installs what is missing and runs Bun.
import { spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const OLDEST_NODE = 20
const BUN = "1.4.5"
const COMMANDS = {
  "--test": "devkit/src/test/test.ts",
  "--check": "devkit/src/check/check.ts",
  "--bench": "devkit/src/test/bench.ts",
  "--faults": "devkit/src/test/faults.ts",
  "--planted": "devkit/src/test/planted.ts",
  "--simulate": "devkit/src/test/simulate.ts",
  "--odd-rows": "devkit/src/test/odd-rows.ts",
  "--saturday": "devkit/src/test/saturday.ts",
  "--doctor": "ops/src/doctor/doctor.ts",
  "--rooms": "ops/src/rooms-on-cloudflare.ts",
}
/** How long a stop may take before the child is killed. */
const STOP_MS = 40_000

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..")
const bun = join(root, "node_modules", ".bin", process.platform === "win32" ? "bun.exe" : "bun")

if (Number(process.versions.node.split(".")[0]) < OLDEST_NODE)
  fail(
    `Pushcart needs Node ${OLDEST_NODE} or newer; this is ${process.versions.node}. Install it from https://nodejs.org.`,
  )

await install()
run(process.argv.slice(2))

/** Installs the locked dependencies, once for each version of the lock file. */
async function install() {
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "bun.lock")))
    .digest("hex")
  const stamp = join(root, "node_modules", ".installed-lock")
  const isInstalled = () => existsSync(bun) && existsSync(stamp) && readFileSync(stamp, "utf8") === lock
  if (isInstalled()) return
  const release = await alone(`install-${createHash("sha256").update(root).digest("hex").slice(0, 16)}`)
  try {
    if (isInstalled()) return
    console.log("Installing dependencies …")
    const [command, args] = existsSync(bun)
      ? [bun, ["install", "--frozen-lockfile"]]
      : ["npx", ["--yes", `bun@${BUN}`, "install", "--frozen-lockfile"]]
    const done = spawnSync(command, args, {
      cwd: root,
      encoding: "utf8",
      shell: process.platform === "win32",
    })
    if (done.status !== 0 || !existsSync(bun))
      fail(
        `The dependencies could not be installed:\n${(done.stderr || done.stdout || String(done.error)).trim()}\nCheck that this machine reaches the npm registry and that ${root} can be written, then run the command again.`,
      )
    // A new file: node_modules may be a copy of hard links, and the other copy keeps its own stamp.
    rmSync(stamp, { force: true })
    writeFileSync(stamp, lock)
  } finally {
    release()
  }
}

/** Lets one process at a time through; the lock of one that died is taken over. */
async function alone(name) {
  const file = join(tmpdir(), `pushcart-${process.getuid?.() ?? 0}-${name}.lock`)
  for (;;) {
    try {
      const handle = openSync(file, "wx")
      writeFileSync(handle, String(process.pid))
      closeSync(handle)
      return () => rmSync(file, { force: true })
    } catch (error) {
      if (error.code !== "EEXIST") throw error
    }
    const holder = Number(readIfThere(file))
    if (holder && !isAlive(holder)) rmSync(file, { force: true })
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

function run(args) {
  const flag = args.find((arg) => arg in COMMANDS)
  const file = join(root, "packages", COMMANDS[flag] ?? "devkit/src/start/start.ts")
  const child = spawn(bun, [file, "--parent-pipe", ...args.filter((arg) => arg !== flag)], {
    cwd: root,
    stdio: ["pipe", "inherit", "inherit"],
  })
  // The child notices when this pipe closes, no matter how this process ended, and stops everything that it started.
  child.stdin.on("error", () => {})
  const stop = () => {
    child.stdin.end()
    setTimeout(() => child.kill("SIGKILL"), STOP_MS).unref()
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop)
  const isOrphan = watchAncestors()
  const watch = setInterval(() => isOrphan() && stop(), 500)
  child.on("error", (error) =>
    fail(`Bun could not be started: ${error.message}. Delete node_modules and run the command again.`),
  )
  child.on("exit", (code) => {
    clearInterval(watch)
    process.exitCode = code ?? 1
  })
}

/**
 * npm puts a shell between itself and this process. If npm is killed with -9, the shell survives, and nothing reports
 * npm's end.
 */
function watchAncestors() {
  const parent = process.ppid
  const before = describe(parent)
  const npm = process.env.npm_lifecycle_event && / -c /.test(before.command) ? before.parent : undefined
  return () => process.ppid !== parent || (npm !== undefined && !isParentStill(parent, npm))
}

function isParentStill(child, parent) {
  // If no process reaps zombies, a killed parent still seems to be alive; but its child has another parent by then.
  return existsSync("/proc/self/stat") ? describe(child).parent === parent : isAlive(parent)
}

function describe(pid) {
  const status = readIfThere(`/proc/${pid}/stat`)
  if (status)
    return {
      parent: Number(status.slice(status.lastIndexOf(")") + 2).split(" ")[1]),
      command: readIfThere(`/proc/${pid}/cmdline`).replaceAll("\0", " "),
    }
  const seen = spawnSync("ps", ["-o", "ppid=,command=", "-p", String(pid)], { encoding: "utf8" })
  const [, parent, command] = /^\s*(\d+)\s+(.*)/.exec(seen.stdout ?? "") ?? []
  return { parent: Number(parent), command: command ?? "" }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === "EPERM"
  }
}

function readIfThere(file) {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return ""
  }
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
