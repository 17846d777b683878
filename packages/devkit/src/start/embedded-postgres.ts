import { spawn, spawnSync } from "node:child_process"
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"
import pg from "pg"
import { freePort } from "../../../../server/cli/ports.ts"
import { StartError } from "../../../../server/config/start-error.ts"
import { type Child, exitOf, isAlive } from "./child.ts"
import { locatePostgres, type PostgresInstall } from "./postgres-binaries.ts"

export interface EmbeddedPostgres extends Child {
  port: number
  directory: string
  /** The connection URL of a database on this server. */
  url(database: string): string
  /** The connection URL through the Unix socket, if there is one: cheaper for both sides than TCP. */
  socketUrl(database: string): string
}

export interface EmbeddedPostgresOptions {
  /** The preferred folder of the cluster; another is used when the database's user cannot reach it. */
  directory: string
  password: string
  /** Trades safety in a power cut for speed: for tests only. */
  throwaway?: boolean
  /** A fixed port, for a server that has to restart on the same one. */
  port?: number | undefined
  /** A module that the server loads at its start: for measurements. */
  preload?: string
}

const STARTUP_TIMEOUT_MS = 30_000
const POLL_MS = 25
/** How often to check whether a server that an earlier start left running is still running. */
const WATCH_MS = 500
const NO_EXIT_CODE = -1
/** A socket's address is truncated to 103 bytes on macOS, and to 107 on Linux. */
const LONGEST_SOCKET_BYTES = 103

/**
 * PostgreSQL's messages while a killed server's sessions are still ending, while its main process still exists, or
 * while it runs but has not written its files yet: each state is short.
 */
const NOT_YET = /still in use|lock file .* already exists/

/**
 * Starts PostgreSQL on a free port of 127.0.0.1, or takes over the server that a killed start left running.
 * @throws StartError when it does not start; the end of its log is part of the message.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const install = locatePostgres()
  const directory = install.reachable(options.directory)
  if (!existsSync(join(directory, "PG_VERSION"))) initialise(install, directory, options.password)
  return launch(install, directory, options)
}

function initialise(install: PostgresInstall, directory: string, password: string): void {
  // Created under another name and renamed, so that a start killed halfway leaves nothing that looks like a cluster.
  const fresh = `${directory}.new`
  const passwordFile = `${directory}.pw`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(dirname(directory), { recursive: true, mode: 0o711 })
  mkdirSync(fresh, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  give(install, fresh)
  give(install, passwordFile)
  const made = spawnSync(
    join(install.bin, "initdb"),
    [
      `--pgdata=${fresh}`,
      "--username=pushcart",
      "--auth=scram-sha-256",
      `--pwfile=${passwordFile}`,
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--no-sync",
    ],
    { ...install.user, env: quietEnvironment(), encoding: "utf8", cwd: "/" },
  )
  rmSync(passwordFile)
  if (made.status !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    throw new StartError(
      `The embedded PostgreSQL could not be set up in ${directory}: ${lastLine(made.stderr || String(made.error ?? ""))} Check that the disk has room, or set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
  renameSync(fresh, directory)
}

async function launch(
  install: PostgresInstall,
  directory: string,
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const deadline = Date.now() + STARTUP_TIMEOUT_MS
  for (;;) {
    const survivor = runningPort(directory)
    if (survivor && (await isOurs(survivor.port, options.password, directory)))
      return handle({ ...survivor, exited: whenGone(survivor.pid) }, directory, options.password)
    const started = await attempt(install, directory, options, deadline)
    if (typeof started !== "string") return started
    if (NOT_YET.test(started) && Date.now() < deadline) await Bun.sleep(4 * POLL_MS)
    else
      throw new StartError(
        `The embedded PostgreSQL did not start: ${lastLine(started)} Its log is ${directory}.log. Check that the disk has room, or set DATABASE_URL to a PostgreSQL of your own.`,
      )
  }
}

/** The running server, or its log if it did not start. */
async function attempt(
  install: PostgresInstall,
  directory: string,
  options: EmbeddedPostgresOptions,
  deadline: number,
): Promise<EmbeddedPostgres | string> {
  forgetKilled(directory)
  const port = options.port ?? (await freePort())
  const log = openSync(`${directory}.log`, "w", 0o600)
  // In its own session: Ctrl-C reaches only this process, which stops the server after its last response.
  const child = spawn(join(install.bin, "postgres"), ["-D", directory, ...flags(port, directory, options)], {
    ...install.user,
    env: quietEnvironment(),
    cwd: "/",
    detached: true,
    stdio: ["ignore", log, log],
  })
  closeSync(log)
  child.unref()
  let ended = false
  const exited = exitOf(child).finally(() => {
    ended = true
  })
  while (!(await isOurs(port, options.password, directory))) {
    if (Date.now() > deadline) child.kill("SIGINT")
    if (ended || Date.now() > deadline) return readFileSync(`${directory}.log`, "utf8")
    await Bun.sleep(POLL_MS)
  }
  // A server that was killed a moment ago may still have been running when this one started.
  forgetSockets(directory, port)
  return handle({ port, pid: child.pid ?? 0, exited }, directory, options.password)
}

function flags(port: number, directory: string, { throwaway, preload }: EmbeddedPostgresOptions): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: hasSocket(directory) ? directory : "",
    max_connections: 300,
    max_wal_size: "256MB",
    min_wal_size: "32MB",
    log_min_messages: "warning",
    // pg_stat_activity shows what each process does; updating the process title too would cost time in every statement.
    update_process_title: "off",
    timezone: "UTC",
    ...(throwaway
      ? { fsync: "off", synchronous_commit: "off", full_page_writes: "off", autovacuum: "off" }
      : {}),
    ...(preload ? { shared_preload_libraries: preload } : {}),
  }
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])
}

/**
 * Whether the server has a socket in the cluster's own folder, which only its user may enter. False if the address
 * would be too long or be misread.
 */
function hasSocket(directory: string): boolean {
  const isShort = Buffer.byteLength(socketFile(directory, 65_535)) <= LONGEST_SOCKET_BYTES
  return process.platform !== "win32" && isShort && /^[\w./-]+$/.test(directory)
}

const SOCKET = ".s.PGSQL."
const socketFile = (directory: string, port: number) => join(directory, `${SOCKET}${port}`)

type Running = Pick<EmbeddedPostgres, "pid" | "port" | "exited">

function handle({ pid, port, exited }: Running, directory: string, password: string): EmbeddedPostgres {
  const url = (database: string) => `postgres://pushcart:${password}@127.0.0.1:${port}/${database}`
  // A server that was started by an older version has no socket.
  const socket = existsSync(socketFile(directory, port)) ? `?host=${encodeURIComponent(directory)}` : ""
  return {
    pid,
    port,
    exited,
    directory,
    url,
    socketUrl: (database) => `${url(database)}${socket}`,
    async stop() {
      if (!isAlive(pid)) return
      // SIGINT is PostgreSQL's fast shutdown: it ends sessions and writes everything out.
      process.kill(pid, "SIGINT")
      const deadline = Date.now() + STARTUP_TIMEOUT_MS
      while (isAlive(pid) && Date.now() < deadline) await Bun.sleep(POLL_MS)
    },
  }
}

/** The running server according to the cluster's own pid file. */
function runningPort(directory: string): { pid: number; port: number } | undefined {
  const lines = readIfThere(join(directory, "postmaster.pid"))?.split("\n")
  const pid = Number(lines?.[0])
  const port = Number(lines?.[3])
  return pid && port && isAlive(pid) ? { pid, port } : undefined
}

/** Above Linux's largest pid, so no process has it. */
const NOBODYS_PID = 4_194_305

/**
 * PostgreSQL does not start while the process of its old pid file, or of its socket's lock, seems to run: after a
 * reboot the pid may be another program's, and in a container a zombie's that is never reaped. Only the pid is replaced
 * in the file: PostgreSQL uses the rest of the file to find sessions that are still ending, for which it has to wait.
 */
function forgetKilled(directory: string): void {
  const file = join(directory, "postmaster.pid")
  const content = readIfThere(file)
  const pid = Number(content?.split("\n")[0])
  if (!content || !pid) return
  const isRunning = isAlive(pid) && (readIfThere(`/proc/${pid}/comm`)?.trim() ?? "postgres") === "postgres"
  if (isRunning) return
  writeFileSync(file, content.replace(/^\d+/, String(NOBODYS_PID)))
  forgetSockets(directory)
}

/** Removes the sockets of killed servers: the folder has one server, and each start may have another port. */
function forgetSockets(directory: string, portInUse?: number): void {
  const inUse = portInUse && `${SOCKET}${portInUse}`
  const old = readdirSync(directory).filter(
    (name) => name.startsWith(SOCKET) && !(inUse && name.startsWith(inUse)),
  )
  for (const name of old) rmSync(join(directory, name))
}

/** Polls, because a process that is not our child does not report its exit. */
function whenGone(pid: number): Promise<number> {
  return new Promise((resolve) => {
    const watch = setInterval(() => {
      if (isAlive(pid)) return
      clearInterval(watch)
      resolve(NO_EXIT_CODE)
    }, WATCH_MS)
    watch.unref()
  })
}

async function isOurs(port: number, password: string, directory: string): Promise<boolean> {
  const client = new pg.Client({
    host: "127.0.0.1",
    port,
    user: "pushcart",
    password,
    database: "postgres",
    connectionTimeoutMillis: 5_000,
  })
  client.on("error", () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>("show data_directory")
    return rows[0]?.data_directory === directory
  } catch {
    // No server, one that is still recovering, or somebody else's: in any case, it is not ours yet.
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

function give({ user }: PostgresInstall, path: string): void {
  if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid)
}

function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined
}

/** An environment without the caller's variables, which could change how the database behaves. */
function quietEnvironment(): Record<string, string> {
  return { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" }
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? ""
}
