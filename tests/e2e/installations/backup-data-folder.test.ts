import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { isAlive } from "@pushcart/devkit/child"
import { startEmbeddedPostgres } from "@pushcart/devkit/embedded-postgres"
import pg from "pg"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { openDatabase } from "#db/client.ts"
import { aPersonWithPassword } from "#tests/support/people.ts"
import { runCommand } from "#tests/support/run-command.ts"
import { type Installation, installation, until } from "./installation.ts"

const OPEN = "Pushcart is open"
const PASSPHRASE = "four words are enough"
const away = mkdtempSync(join(tmpdir(), "pushcart-away-"))
const file = join(away, "pushcart.backup")
const restored: Installation[] = []
let used: Installation
let [deleted, stays] = [
  { userId: "", email: "" },
  { userId: "", email: "" },
]

beforeAll(async () => {
  used = await installation()
  await used.start().prints(OPEN)
  deleted = await aPersonIn(used)
  stays = await aPersonIn(used)
  mkdirSync(join(used.dataDir, "images", "products"), { recursive: true })
  writeFileSync(join(used.dataDir, "images", "products", "apples.webp"), "a picture")
})
afterEach(async () => {
  for (const one of restored.splice(0)) await one.remove()
})
afterAll(async () => {
  await used.remove()
  rmSync(away, { recursive: true, force: true })
})

const backup = (settings: Record<string, string> = {}) =>
  runCommand("backup", { DATA_DIR: used.dataDir, ...settings }, file)

/** A folder that does not exist yet, to restore into. */
async function nowhere(): Promise<Installation> {
  const one = await installation()
  restored.push(one)
  rmSync(one.dataDir, { recursive: true })
  return one
}

it("rejects while npm start runs, and copies a folder whose start was killed", {
  tags: ["OPS-10"],
}, async () => {
  await expect(backup()).rejects.toThrow(/Pushcart is running already.*Stop it first/)
  expect(existsSync(file)).toBe(false)
  const { postgresDirectory } = used.facts() as unknown as { postgresDirectory: string }
  const isRunning = () => existsSync(join(postgresDirectory, "postmaster.pid"))
  process.kill(used.facts().pid ?? 0, "SIGKILL")
  await until(() => !isAlive(used.facts().webPid ?? 0), "the server to end with its start")
  expect(isRunning()).toBe(true)
  await backup()
  expect(isRunning()).toBe(false)
})

it("gives everything back in another folder, encrypted on the way, and has erased who left before anybody can sign in", {
  tags: ["OPS-10"],
}, async () => {
  await backup({ BACKUP_PASSPHRASE: PASSPHRASE })
  const one = await nowhere()
  const settings = { DATA_DIR: one.dataDir, BACKUP_PASSPHRASE: PASSPHRASE }
  const list = join(away, "deletions.jsonl")
  writeFileSync(list, `${JSON.stringify({ event: "account.erased", userId: deleted.userId })}\n`)
  await expect(runCommand("restore", settings, file)).rejects.toThrow("There is no list of deleted accounts")
  expect(await runCommand("restore", settings, file, list)).toContain("1 people who left since")
  expect(await emailsIn(one)).toEqual([stays.email])

  for (const kept of ["keys.json", "images/products/apples.webp"])
    expect(readFileSync(join(one.dataDir, kept)).equals(readFileSync(join(used.dataDir, kept))), kept).toBe(
      true,
    )
  expect(readdirSync(one.dataDir).filter((name) => name.startsWith("run."))).toEqual([])
  await one.start().prints(OPEN)
  await expect(runCommand("restore", settings, file, list)).rejects.toThrow(
    `There is something in ${one.dataDir} already`,
  )
})

it("verifies a backup in a folder that is gone afterwards, and says what differs", {
  tags: ["OPS-48"],
}, async () => {
  await backup()
  const verify = () => runCommand("backup", { DATA_DIR: used.dataDir }, "--verify", file)
  expect(await verify()).toContain("every table has its rows, and the books add up")
  const record = JSON.parse(readFileSync(`${file}.record`, "utf8"))
  record.counts.tables["public.users"] += 1
  record.counts.accounts.platform = 100
  writeFileSync(`${file}.record`, JSON.stringify(record))
  await expect(verify()).rejects.toThrow(
    /^public\.users: \d+ rows were restored, and there were \d+\.\nLedger of platform: the entries add up to \$0\.00, and added up to \$1\.00\.\n$/,
  )
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith("pushcart-verification-"))).toEqual([])
})

it("restores nothing of a file that was cut off, or into a configured database", {
  tags: ["OPS-10"],
}, async () => {
  await backup()
  const one = await nowhere()
  const settings = { DATA_DIR: one.dataDir }
  const elsewhere = { ...settings, DATABASE_URL: "postgres://127.0.0.1:1/pushcart" }
  await expect(runCommand("restore", elsewhere, file, "--nobody-left")).rejects.toThrow("Unset DATABASE_URL")
  truncateSync(file, 2_000_000)
  await expect(runCommand("restore", settings, file, "--nobody-left")).rejects.toThrow("was cut off")
  const left = readdirSync(dirname(one.dataDir)).filter((name) =>
    join(dirname(one.dataDir), name).startsWith(one.dataDir),
  )
  expect(left).toEqual([])
})

it("restores nothing of a newer version", { tags: ["OPS-10"] }, async () => {
  await used.start().prints(OPEN)
  await inDatabase(used, "insert into drizzle.__drizzle_migrations (hash, created_at) values ('ab', 9e12)")
  await used.stop()
  await backup()
  const one = await nowhere()
  const restore = runCommand("restore", { DATA_DIR: one.dataDir }, file, "--nobody-left")
  await expect(restore).rejects.toThrow("made by a newer version")
  expect(existsSync(one.dataDir)).toBe(false)
})

it("says so where there is nothing to copy", { tags: ["OPS-10"] }, async () => {
  const settings = { DATA_DIR: join(away, "nothing") }
  await expect(runCommand("backup", settings, file)).rejects.toThrow("There is no database of an npm start")
  expect(existsSync(settings.DATA_DIR)).toBe(false)
})

async function aPersonIn(one: Installation) {
  const database = openDatabase({
    connectionString: addressOf(one),
    max: 1,
    applicationName: "pushcart-test",
    onError: () => {},
  })
  const person = await aPersonWithPassword(database.db, ["customer"])
  await database.close()
  return person
}

const passwordOf = (one: Installation): string =>
  JSON.parse(readFileSync(join(one.dataDir, "keys.json"), "utf8")).postgresPassword

const addressOf = (one: Installation) =>
  `postgres://pushcart:${passwordOf(one)}@127.0.0.1:${one.facts().postgresPort}/pushcart`

async function inDatabase(one: Installation, query: string, connectionString = addressOf(one)) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client.query(query).finally(() => client.end())
}

/** The emails in the database of a folder that was never started. */
async function emailsIn(one: Installation): Promise<unknown[]> {
  const server = await startEmbeddedPostgres({
    directory: join(one.dataDir, "postgres"),
    password: passwordOf(one),
  })
  const people = `select email from users where email in ('${deleted.email}', '${stays.email}')`
  const { rows } = await inDatabase(one, people, server.url("pushcart")).finally(() => server.stop())
  return rows.map(({ email }) => email)
}
