import { spawn } from "node:child_process"
import { cpSync, mkdtempSync, rmSync, truncateSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "@pushcart/devkit/start-everything"
import pg from "pg"
import { afterAll, expect, inject, it } from "vitest"
import { keepImage } from "#core/images/keep-image.server.ts"
import { saveImage } from "#core/images/save-image.server.ts"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import { deleteAccount } from "#core/privacy/delete-account.server.ts"
import { accountDeletions } from "#db/schema/index.ts"
import { diskImages } from "#server/adapters/images/disk-images.ts"
import { mailDirectory } from "#server/adapters/mail/file-mail.ts"
import { passwords } from "#server/auth/passwords.ts"
import { deletionListFile, readDeletionList } from "#server/backup/deletion-list.ts"
import { fingerprints } from "#tests/contract/api/fingerprint.ts"
import { createTestDatabase, ctxFor, systemCtx } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aPersonWithPassword, signInAt } from "#tests/support/people.ts"
import { aPhoto } from "#tests/support/pictures.ts"
import { useServer } from "#tests/support/server.ts"

const server = useServer()
const away = mkdtempSync(join(tmpdir(), "pushcart-backup-"))
const file = join(away, "pushcart.backup.gz")
afterAll(() => rmSync(away, { recursive: true, force: true }))

it("gives everything back after the database and the pictures are destroyed: rows, books, pictures, sessions, jobs", {
  tags: ["OPS-10"],
  timeout: 120_000,
}, async () => {
  const { db } = server.database
  const person = await aPersonWithPassword(db, ["customer"])
  const cookie = await signInAt(server, person, "customer")
  const picture = await aPictureOnDisk(person.userId)
  const market = await aMarket(db, { name: 'Dot & "Sons"\n#1' })
  const product = await aProduct(db, market)
  const customer = { ...person, actor: { role: "customer" as const, userId: person.userId } }
  for (let orders = 0; orders < 3; orders += 1)
    await anOrder(db, { customer, market, product, fulfilment: "delivery" })
  const last = await anOrder(db, { customer, market, product })
  // While everything runs; then once more at rest, to be compared to the last row.
  await program("backup", server.database.url, join(away, "hot.backup.gz"))
  await server.crash()
  const tables = fingerprints(db)
  const before = await tables.take()
  await program("backup", server.database.url, file)
  cpSync(join(server.dataDir, "images"), join(away, "images"), { recursive: true })

  await emptyDatabase()
  rmSync(join(server.dataDir, "images"), { recursive: true })
  await program("restore", server.database.url, file, "--nobody-left")
  expect(await tables.take()).toEqual(before)
  expect(await checkLedger(systemCtx(server.database))).toEqual([])
  await expect(program("restore", server.database.url, file, "--nobody-left")).rejects.toThrow(
    "There are people in this database",
  )

  cpSync(join(away, "images"), join(server.dataDir, "images"), { recursive: true })
  await server.restart()
  const me = await fetch(`${server.url}/api/v1/auth/customerEmail`, { headers: { cookie } })
  expect(await me.json()).toEqual({ email: person.email })
  expect((await fetch(server.url + picture)).status).toBe(200)
  // Numbers go on where they were.
  expect((await anOrder(db, { customer, market, product })).number).toBe(last.number + 1)
})

it("restores nothing of a file that was cut off", { tags: ["OPS-10"], timeout: 60_000 }, async () => {
  const cut = join(away, "cut.backup.gz")
  cpSync(file, cut)
  truncateSync(cut, 2_000)
  const empty = await createTestDatabase()
  try {
    await expect(program("restore", empty.url, cut, "--nobody-left")).rejects.toThrow()
    expect((await empty.pool.query("select count(*)::int as n from users")).rows).toEqual([{ n: 0 }])
  } finally {
    await empty.close()
  }
})

it("deletes once more who left after the backup, and asks for their list where there is none", {
  tags: ["OPS-10"],
  timeout: 120_000,
}, async () => {
  const { db } = server.database
  const [leaver, stays] = [
    await aPersonWithPassword(db, ["customer", "seller"]),
    await aPersonWithPassword(db, ["customer"]),
  ]
  const older = join(away, "older.backup.gz")
  await program("backup", server.database.url, older)
  const actor = { role: "customer" as const, userId: leaver.userId }
  await deleteAccount(ctxFor(server.database, actor, { ports: { passwords } }), {
    password: leaver.password,
  })
  const list = deletionListFile(server.dataDir)
  await expect.poll(() => readDeletionList(list), { timeout: 20_000 }).toEqual([leaver.userId])
  await expect.poll(async () => (await lastLettersTo(leaver.email)).length, { timeout: 20_000 }).toBe(1)
  await server.crash()

  await emptyDatabase()
  await expect(program("restore", server.database.url, older)).rejects.toThrow(
    "There is no list of deleted accounts",
  )
  await program("restore", server.database.url, older, list)
  await program("repeat-deletions", server.database.url, list)
  const everything = await server.database.pool.query<{ text: string }>(
    "select coalesce(string_agg(u::text, ' '), '') as text from (select * from users) u",
  )
  expect(everything.rows[0]?.text).not.toContain(leaver.email)
  expect(everything.rows[0]?.text).toContain(stays.email)

  await server.restart()
  await expect(signInAt(server, leaver, "customer")).rejects.toThrow("401")
  expect(await signInAt(server, stays, "customer")).toContain("=")
  const isFinished = async () =>
    (await db.select().from(accountDeletions)).map(({ finishedAt }) => finishedAt !== null)
  await expect.poll(isFinished, { timeout: 20_000 }).toEqual([true])
  expect(await lastLettersTo(leaver.email)).toHaveLength(1)
})

/** What tells somebody that their account is deleted; the demo's mail server is a folder. */
async function lastLettersTo(email: string): Promise<string[]> {
  const directory = mailDirectory(server.dataDir)
  const names = await readdir(directory).catch(() => [])
  const texts = await Promise.all(names.map((name) => readFile(join(directory, name), "utf8")))
  return texts.filter((text) => text.includes(email) && text.includes("account is deleted"))
}

async function aPictureOnDisk(ownerId: string): Promise<string> {
  const images = diskImages({ directory: join(server.dataDir, "images"), secret: "x".repeat(32) })
  const ctx = systemCtx(server.database, { ports: { images } })
  const kept = await keepImage(ctx, "products", (await aPhoto()).buffer)
  await server.database.db.transaction((tx) => saveImage(tx, kept, { ownerId }))
  return images.url(kept, 320)
}

/** The operator's own command, as a program. Rejects with what it printed. */
function program(
  name: "backup" | "restore" | "repeat-deletions",
  url: string,
  ...args: string[]
): Promise<void> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: url, DATA_DIR: away }
  const child = spawn(join(root, "node_modules/.bin/bun"), [join(root, `server/cli/${name}.ts`), ...args], {
    env,
  })
  let said = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)))
  return new Promise((resolve, reject) =>
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(said)))),
  )
}

/** What a lost disk leaves: a server with nothing in it. */
async function emptyDatabase(): Promise<void> {
  const admin = new pg.Client({ connectionString: inject("testPostgres") })
  await admin.connect()
  const name = new URL(server.database.url).pathname.slice(1)
  await admin.query(`drop database ${name} with (force)`)
  await admin.query(`create database ${name}`)
  await admin.end()
}
