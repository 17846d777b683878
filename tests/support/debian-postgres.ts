import { execFileSync, spawn } from "node:child_process"
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { freePort } from "#server/cli/ports.ts"

const VERSIONS = "/usr/lib/postgresql"
/** The newest PostgreSQL version that Debian packages have installed on this machine. */
const MAJOR = (existsSync(VERSIONS) ? readdirSync(VERSIONS) : [])
  .map(Number)
  .filter((major) => existsSync(join(VERSIONS, `${major}`, "bin", "initdb")))
  .sort((a, b) => b - a)[0]
export const hasDebianPostgres = MAJOR !== undefined

/** The schema's ids need `uuidv7`, which PostgreSQL includes since version 18. */
const UUIDV7 = `create function uuidv7() returns uuid language sql volatile as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing
    substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$`
const PASSWORD = "p@ss word/1"

/**
 * Starts a server of Debian's PostgreSQL with its own cluster. As on a hosted PostgreSQL, its databases belong to an
 * ordinary user.
 */
export async function startDebianPostgres() {
  const bin = join(VERSIONS, `${MAJOR}`, "bin")
  const directory = mkdtempSync(join(tmpdir(), "pushcart-debian-"))
  const [cluster, passwordFile] = [join(directory, "cluster"), join(directory, "password")]
  const port = await freePort()
  const user = unprivileged()
  writeFileSync(passwordFile, PASSWORD)
  for (const path of [directory, passwordFile]) chownSync(path, user.uid, user.gid)
  chmodSync(directory, 0o700)
  const options = ["--auth=scram-sha-256", `--pwfile=${passwordFile}`, "--encoding=UTF8", "--locale=C.UTF-8"]
  execFileSync(join(bin, "initdb"), ["-D", cluster, "--username=root", "--no-sync", ...options], {
    ...user,
    cwd: "/",
    stdio: "ignore",
  })
  const settings = ["listen_addresses=127.0.0.1", `port=${port}`, "unix_socket_directories=", "fsync=off"]
  const server = spawn(join(bin, "postgres"), ["-D", cluster, ...settings.flatMap((one) => ["-c", one])], {
    ...user,
    cwd: "/",
    stdio: "ignore",
  })
  const url = (name: string, role = "shop") =>
    `postgres://${role}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${name}`
  const run = (statement: string, database = url("postgres", "root")) => once(database, statement)
  while (
    !(await run(`create role shop login password '${PASSWORD}'`).then(
      () => true,
      () => false,
    ))
  )
    await Bun.sleep(50)
  return {
    major: MAJOR ?? 0,
    url,
    /** Creates a database and returns its URL. With `ready`, the schema can be created in it. */
    async create(name: string, { ready = false } = {}) {
      await run(`drop database if exists ${name} with (force)`)
      await run(`create database ${name} owner shop`)
      if (ready && (MAJOR ?? 0) < 18) await run(UUIDV7, url(name))
      return url(name)
    },
    async stop() {
      const ended = new Promise((resolve) => server.once("exit", resolve))
      server.kill("SIGINT")
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Returns the user to run PostgreSQL as, because it does not run as root. */
function unprivileged(): { uid: number; gid: number } {
  const name = process.getuid?.() === 0 ? ["postgres"] : []
  const id = (flag: string) => Number(execFileSync("id", [flag, ...name], { encoding: "utf8" }))
  return { uid: id("-u"), gid: id("-g") }
}

async function once(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
