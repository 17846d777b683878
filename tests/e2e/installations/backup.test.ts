import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "@pushcart/devkit/start-everything"
import { afterAll, describe, expect, inject, it } from "vitest"
import { keepImage } from "#core/images/keep-image.server.ts"
import { saveImage } from "#core/images/save-image.server.ts"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import { deleteAccount } from "#core/privacy/delete-account.server.ts"
import { migrateDatabase } from "#db/migrate.ts"
import { accountDeletions } from "#db/schema/index.ts"
import { diskImages } from "#server/adapters/images/disk-images.ts"
import { mailDirectory } from "#server/adapters/mail/file-mail.ts"
import { passwords } from "#server/auth/passwords.ts"
import { deletionListFile, readDeletionList } from "#server/backup/deletion-list.ts"
import { fingerprints } from "#tests/contract/api/fingerprint.ts"
import { ctxFor, openTestDatabase, systemCtx } from "#tests/support/database.ts"
import { hasDebianPostgres, startDebianPostgres } from "#tests/support/debian-postgres.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aPhoto } from "#tests/support/images.ts"
import { aPersonWithPassword, signInAt } from "#tests/support/people.ts"
import { runCommand } from "#tests/support/run-command.ts"
import { useServer } from "#tests/support/server.ts"

const PASSPHRASE = "four words are enough"
const away = mkdtempSync(join(tmpdir(), "pushcart-backup-"))
const file = join(away, "pushcart.backup")
afterAll(() => rmSync(away, { recursive: true, force: true }))

describe.skipIf(!hasDebianPostgres)("backup and restore by the distribution's own PostgreSQL", () => {
  let cluster: Awaited<ReturnType<typeof startDebianPostgres>>
  afterAll(() => cluster.stop())
  const server = useServer({
    async openDatabase() {
      cluster = await startDebianPostgres()
      return openTestDatabase(await cluster.create("pushcart", { ready: true }), 4)
    },
  })

  it("gives everything back after the database and the pictures are destroyed: rows, books, pictures, sessions, jobs", {
    tags: ["OPS-10"],
    timeout: 120_000,
  }, async () => {
    const { db } = server.database
    const person = await aPersonWithPassword(db, ["customer"])
    const cookie = await signInAt(server, person, "customer")
    const image = await anImageOnDisk(person.userId)
    const market = await aMarket(db, { name: 'Dot & "Sons"\n#1' })
    const product = await aProduct(db, market)
    const customer = { ...person, actor: { role: "customer" as const, userId: person.userId } }
    for (let orders = 0; orders < 3; orders += 1)
      await anOrder(db, { customer, market, product, fulfilment: "delivery" })
    const last = await anOrder(db, { customer, market, product })
    // One backup while everything runs, and one while it is stopped, to compare every row.
    const hot = join(away, "hot.backup")
    await operate("backup", hot)
    await server.crash()
    const tables = fingerprints(db)
    const jobs = async () => (await server.database.pool.query("select * from bullmq.job order by id")).rows
    const [before, jobsBefore] = [await tables.take(), await jobs()]
    expect(jobsBefore.length).toBeGreaterThan(0)
    await operate("backup", file)
    cpSync(join(server.dataDir, "images"), join(away, "images"), { recursive: true })

    await cluster.create("pushcart")
    rmSync(join(server.dataDir, "images"), { recursive: true })
    await operate("restore", file, "--nobody-left")
    expect(await tables.take()).toEqual(before)
    expect(await jobs()).toEqual(jobsBefore)
    expect(await checkLedger(systemCtx(server.database))).toEqual([])
    await runCommand("restore", settingsFor(await cluster.create("hot")), hot, "--nobody-left")
    await expect(operate("restore", file, "--nobody-left")).rejects.toThrow(
      "There are tables in this database already",
    )

    cpSync(join(away, "images"), join(server.dataDir, "images"), { recursive: true })
    await server.restart()
    const me = await fetch(`${server.url}/api/v1/auth/customerEmail`, { headers: { cookie } })
    expect(await me.json()).toEqual({ email: person.email })
    expect((await fetch(server.url + image)).status).toBe(200)
    // The numbering continues where it left off.
    expect((await anOrder(db, { customer, market, product })).number).toBe(last.number + 1)
  })

  it("restores nothing of a file that was cut off or is of a newer version", {
    tags: ["OPS-10"],
    timeout: 120_000,
  }, async () => {
    const cut = join(away, "cut.backup")
    const empty = openTestDatabase(await cluster.create("empty"), 1)
    const tables = async () =>
      (await empty.pool.query("select 1 from pg_tables where schemaname in ('public', 'bullmq', 'drizzle')"))
        .rows
    try {
      for (const part of [0.02, 0.5, 0.99]) {
        cpSync(file, cut)
        truncateSync(cut, Math.floor(statSync(file).size * part))
        await expect(runCommand("restore", settingsFor(empty.url), cut, "--nobody-left")).rejects.toThrow()
        expect(await tables()).toEqual([])
      }
      const newer = openTestDatabase(await cluster.create("newer", { ready: true }), 1)
      await migrateDatabase(newer.url)
      await newer.pool.query(
        "insert into drizzle.__drizzle_migrations (hash, created_at) values ('ab', 9e12)",
      )
      await runCommand("backup", settingsFor(newer.url), cut)
      await newer.close()
      const restored = runCommand("restore", settingsFor(empty.url), cut, "--nobody-left")
      await expect(restored).rejects.toThrow("made by a newer version")
      expect(await tables()).toEqual([])
    } finally {
      await empty.close()
    }
  })

  it("brings the backup of an older version to this one's schema, and opens it with the passphrase alone", {
    tags: ["OPS-10"],
    timeout: 120_000,
  }, async () => {
    const older = await cluster.create("older", { ready: true })
    await migrateDatabase(older, migrationsButTheLast())
    const encrypted = join(away, "older-version.backup")
    await runCommand("backup", { ...settingsFor(older), BACKUP_PASSPHRASE: PASSPHRASE }, encrypted)
    const restored = openTestDatabase(await cluster.create("restored"), 1)
    const restore = (settings: Record<string, string>) =>
      runCommand("restore", { ...settingsFor(restored.url), ...settings }, encrypted, "--nobody-left")
    const migrations = async () =>
      (await restored.pool.query("select count(*)::int as n from drizzle.__drizzle_migrations")).rows[0]?.n
    try {
      await expect(restore({})).rejects.toThrow("is encrypted. Set BACKUP_PASSPHRASE")
      await expect(restore({ BACKUP_PASSPHRASE: "another passphrase" })).rejects.toThrow("does not open")
      await expect(migrations()).rejects.toThrow("does not exist")
      await restore({ BACKUP_PASSPHRASE: PASSPHRASE })
      expect(await migrations()).toBe(readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql")).length)
    } finally {
      await restored.close()
    }
  })

  it("shows the database's password to nobody who lists the machine's processes", {
    tags: ["OPS-10"],
    timeout: 120_000,
  }, async () => {
    const { pool } = server.database
    const blocker = await pool.connect()
    try {
      await blocker.query("begin; lock table users in access exclusive mode")
      const backup = operate("backup", join(away, "waited.backup"))
      const waiting = async () =>
        (await pool.query("select 1 from pg_stat_activity where application_name = 'pg_dump'")).rowCount
      await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
      const dump = commandLines().find((line) => line.includes("pg_dump"))
      expect(dump).toContain("--format=custom --dbname=postgres://shop@")
      const { password } = new URL(server.database.url)
      for (const secret of [password, decodeURIComponent(password)])
        expect(commandLines().filter((line) => line.includes(secret))).toEqual([])
      await blocker.query("rollback")
      await backup
    } finally {
      blocker.release(true)
    }
  })

  it("deletes once more who left after the backup, and asks for their list where there is none", {
    tags: ["OPS-10"],
    timeout: 120_000,
  }, async () => {
    const { db } = server.database
    const [deleted, stays] = [
      await aPersonWithPassword(db, ["customer", "seller"]),
      await aPersonWithPassword(db, ["customer"]),
    ]
    const older = join(away, "older.backup")
    await operate("backup", older)
    const actor = { role: "customer" as const, userId: deleted.userId }
    await deleteAccount(ctxFor(server.database, actor, { ports: { passwords } }), {
      password: deleted.password,
    })
    const list = deletionListFile(server.dataDir)
    await expect.poll(() => readDeletionList(list), { timeout: 20_000 }).toEqual([deleted.userId])
    await expect.poll(async () => (await lastEmailsTo(deleted.email)).length, { timeout: 20_000 }).toBe(1)
    await server.crash()

    await cluster.create("pushcart")
    await expect(operate("restore", older)).rejects.toThrow("There is no list of deleted accounts")
    expect(await operate("restore", older, list)).toContain("1 people who left since")
    const everything = await server.database.pool.query<{ text: string }>(
      "select coalesce(string_agg(u::text, ' '), '') as text from (select * from users) u",
    )
    expect(everything.rows[0]?.text).not.toContain(deleted.email)
    expect(everything.rows[0]?.text).toContain(stays.email)
    await operate("repeat-deletions", list)

    await server.restart()
    await expect(signInAt(server, deleted, "customer")).rejects.toThrow("401")
    expect(await signInAt(server, stays, "customer")).toContain("=")
    const isFinished = async () =>
      (await db.select().from(accountDeletions)).map(({ finishedAt }) => finishedAt !== null)
    await expect.poll(isFinished, { timeout: 20_000 }).toEqual([true])
    expect(await lastEmailsTo(deleted.email)).toHaveLength(1)
  })

  const settingsFor = (url: string) => ({ DATABASE_URL: url, DATA_DIR: away })
  const operate = (name: Parameters<typeof runCommand>[0], ...args: string[]) =>
    runCommand(name, settingsFor(server.database.url), ...args)

  /** The emails that confirm the deletion of an account; the demo's mail server writes to a folder. */
  async function lastEmailsTo(email: string): Promise<string[]> {
    const directory = mailDirectory(server.dataDir)
    const names = await readdir(directory).catch(() => [])
    const texts = await Promise.all(names.map((name) => readFile(join(directory, name), "utf8")))
    return texts.filter((text) => text.includes(email) && text.includes("account was deleted"))
  }

  async function anImageOnDisk(ownerId: string): Promise<string> {
    const images = diskImages({ directory: join(server.dataDir, "images"), secret: "x".repeat(32) })
    const ctx = systemCtx(server.database, { ports: { images } })
    const kept = await keepImage(ctx, "products", (await aPhoto()).buffer)
    await server.database.db.transaction((tx) => saveImage(tx, kept, { ownerId }))
    return images.url(kept, 320)
  }
})

/** The command lines of all processes, which everyone on the machine can read. */
function commandLines(): string[] {
  const processes = readdirSync("/proc").filter((name) => Number(name))
  return processes.map((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, "utf8").replaceAll("\0", " ")
    } catch {
      // The process has ended in the meantime.
      return ""
    }
  })
}

const MIGRATIONS = join(root, "db/migrations")

/** A copy of all migrations except the newest. */
function migrationsButTheLast(): string {
  const folder = join(away, "migrations")
  cpSync(MIGRATIONS, folder, { recursive: true })
  const journal = JSON.parse(readFileSync(join(MIGRATIONS, "meta/_journal.json"), "utf8"))
  journal.entries.pop()
  writeFileSync(join(folder, "meta/_journal.json"), JSON.stringify(journal))
  return folder
}

it.skipIf(existsSync("/usr/lib/postgresql/18/bin/pg_dump"))(
  "names the version whose programs are missing",
  { tags: ["OPS-10"] },
  async () => {
    const backup = runCommand("backup", { DATABASE_URL: inject("testPostgres"), DATA_DIR: away }, file)
    await expect(backup).rejects.toThrow(
      /The database is PostgreSQL 18, and there is no pg_dump of that version here.*postgresql-client-18/,
    )
  },
)
