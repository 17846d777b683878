import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { freePort } from "#server/cli/ports.ts"
import { until } from "./program.ts"

/** Number of connections to PostgreSQL that all processes share. */
export const POOL_SIZE = 15

/** PgBouncer in transaction mode, in front of one database. */
export interface Pooler {
  version: string
  url: string
  stop(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

/** The first version that supports prepared statements in transaction mode. */
const OLDEST = [1, 21] as const

const MISSING = `PgBouncer ${OLDEST.join(".")} or newer is needed. Debian 13 has it (apt-get install pgbouncer); elsewhere build
pgbouncer.org's source (./configure && make), and set PGBOUNCER to the program.`

/** Starts the program that PGBOUNCER names, or `pgbouncer`, with the settings of docs/operations.md. */
export async function startPooler(databaseUrl: string): Promise<Pooler> {
  const file = process.env.PGBOUNCER || "pgbouncer"
  const version = versionOf(file)
  const folder = mkdtempSync(join(tmpdir(), "pushcart-pgbouncer-"))
  const target = new URL(databaseUrl)
  const port = await freePort()
  const { username, password, hostname, pathname } = target
  const database = pathname.slice(1)
  writeFileSync(join(folder, "users.txt"), `"${username}" "${decodeURIComponent(password)}"\n`, {
    mode: 0o644,
  })
  writeFileSync(
    join(folder, "pgbouncer.ini"),
    [
      "[databases]",
      `${database} = host=${hostname} port=${target.port}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = plain",
      `auth_file = ${join(folder, "users.txt")}`,
      "pool_mode = transaction",
      `default_pool_size = ${POOL_SIZE}`,
      "max_client_conn = 500",
      "max_prepared_statements = 500",
    ].join("\n"),
    { mode: 0o644 },
  )
  const url = `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`
  let child: Bun.Subprocess | undefined
  const pooler: Pooler = {
    version,
    url,
    async start() {
      // PgBouncer does not run as root, so the files above are readable for everybody.
      const user = process.getuid?.() === 0 ? ["-u", "nobody"] : []
      child = Bun.spawn([file, "-q", ...user, join(folder, "pgbouncer.ini")], {
        stdout: "ignore",
        stderr: "ignore",
      })
      await until("PgBouncer's answer", () => answers(url))
    },
    async stop() {
      child?.kill("SIGKILL")
      await child?.exited
    },
    async remove() {
      await pooler.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  chmodSync(folder, 0o755)
  await pooler.start()
  return pooler
}

function versionOf(file: string): string {
  const said = Bun.which(file) ? Bun.spawnSync([file, "--version"]).stdout.toString() : ""
  const [, version = "", major = "0", minor = "0"] = /PgBouncer ((\d+)\.(\d+)[\d.]*)/.exec(said) ?? []
  const isNewEnough = Number(major) > OLDEST[0] || Number(minor) >= OLDEST[1]
  if (!version || !isNewEnough) throw new Error(MISSING)
  return version
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on("error", () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
