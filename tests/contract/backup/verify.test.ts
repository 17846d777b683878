import { spawn } from "node:child_process"
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "@pushcart/devkit/start-everything"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TestDatabase } from "#tests/support/database.ts"
import { hasDebianPostgres, startDebianPostgres } from "#tests/support/debian-postgres.ts"
import { runCommand } from "#tests/support/run-command.ts"
import { aUsedDatabase, type Cluster } from "./a-used-database.ts"

const folder = mkdtempSync(join(tmpdir(), "pushcart-verify-"))
const file = join(folder, "pushcart.backup")
const noteOf = (backup: string) => JSON.parse(readFileSync(`${backup}.verified`, "utf8"))

describe.skipIf(!hasDebianPostgres)("npm run backup -- --verify", { timeout: 60_000 }, () => {
  let cluster: Cluster
  let database: TestDatabase
  let sellerId = ""
  beforeAll(async () => {
    cluster = await startDebianPostgres()
    const used = await aUsedDatabase(cluster, "pushcart")
    database = used.database
    sellerId = used.sellerId
    await asRoot("alter role shop createdb", "postgres")
    await backup(file)
  }, 60_000)
  afterAll(async () => {
    await database?.close()
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const settings = () => ({ DATABASE_URL: database.url, DATA_DIR: folder })
  const backup = (to: string, more = {}) => runCommand("backup", { ...settings(), ...more }, to)
  const verify = (backup: string, more = {}) =>
    runCommand("backup", { ...settings(), ...more }, "--verify", backup)
  async function asRoot(statement: string, name = "pushcart") {
    const client = new pg.Client({ connectionString: cluster.url(name, "root") })
    await client.connect()
    return client.query(statement).finally(() => client.end())
  }
  const scratchDatabases = async () =>
    (await asRoot("select 1 from pg_database where datname like '%verification%'")).rowCount

  it("restores a backup beside its database, finds every row and every cent, and leaves nothing but a note", {
    tags: ["OPS-48"],
  }, async () => {
    expect(await verify(file)).toContain("restores: every table has its rows, and the books add up")
    expect(noteOf(file)).toEqual({ at: expect.any(String), problems: [] })
    expect(await scratchDatabases()).toBe(0)
  })

  it("says a row that is missing and an amount that changed, a line each, and ends with 1", {
    tags: ["OPS-48"],
  }, async () => {
    // The counts were taken before the change, the dump after it.
    const planted = join(folder, "planted.backup")
    const { database: other, sellerId: seller } = await aUsedDatabase(cluster, "planted")
    const here = { DATABASE_URL: other.url, DATA_DIR: folder }
    await runCommand("backup", here, planted)
    const record = JSON.parse(readFileSync(`${planted}.record`, "utf8"))
    await asRoot(
      `set session_replication_role = replica;
       delete from order_lines where id = (select id from order_lines limit 1);
       update ledger_entries set amount_cents = amount_cents - 100
       where id = (select min(id) from ledger_entries where kind = 'sale')`,
      "planted",
    )
    await runCommand("backup", here, planted)
    await other.close()
    writeFileSync(`${planted}.record`, JSON.stringify({ ...record, bytes: statSync(planted).size }))

    const failed = await verify(planted).catch((error: Error) => error.message)
    expect(failed.trim().split("\n")).toEqual([
      "public.order_lines: 2 rows were restored, and there were 3.",
      expect.stringMatching(
        new RegExp(
          `^Ledger of seller ${seller}: the entries add up to \\$[\\d.]+, and added up to \\$[\\d.]+\\.$`,
        ),
      ),
      expect.stringMatching(
        /^Books of order [\w-]{36}: the entries add up to \$[\d.]+, and have to add up to \$[\d.]+\.$/,
      ),
    ])
    expect(noteOf(planted).problems).toHaveLength(3)
    expect(await scratchDatabases()).toBe(0)
    expect(seller).not.toBe(sellerId)
  })

  it("rejects a truncated file, and drops what it had begun to restore", {
    tags: ["OPS-48"],
  }, async () => {
    const cut = join(folder, "cut.backup")
    cpSync(file, cut)
    cpSync(`${file}.record`, `${cut}.record`)
    const { size } = statSync(file)
    truncateSync(cut, size - 1)
    await expect(verify(cut)).rejects.toThrow(`has ${size - 1} bytes, and had ${size} when it was made`)
    // A record whose size matches the truncated file.
    const record = JSON.parse(readFileSync(`${cut}.record`, "utf8"))
    truncateSync(cut, Math.floor(size / 2))
    writeFileSync(`${cut}.record`, JSON.stringify({ ...record, bytes: Math.floor(size / 2) }))
    await expect(verify(cut)).rejects.toThrow("is damaged, was cut off")
    expect(noteOf(cut).problems).toEqual([expect.stringContaining("was cut off")])
    expect(await scratchDatabases()).toBe(0)
  })

  it("clears away the scratch database of a verification that was killed", { tags: ["OPS-48"] }, async () => {
    const killed = spawn(
      join(root, "node_modules/.bin/bun"),
      [join(root, "packages/ops/src/backup/backup.ts"), "--verify", file],
      { env: { PATH: process.env.PATH, ...settings() }, stdio: "ignore" },
    )
    const ended = new Promise((resolve) => killed.once("exit", resolve))
    await expect.poll(scratchDatabases, { timeout: 20_000, interval: 5 }).toBe(1)
    killed.kill("SIGKILL")
    await ended
    expect(await scratchDatabases()).toBe(1)
    await verify(file)
    expect(await scratchDatabases()).toBe(0)
  })

  it("does not touch a verification that is under way", { tags: ["OPS-48"] }, async () => {
    const holder = new pg.Client({ connectionString: database.url })
    await holder.connect()
    try {
      await holder.query("select pg_advisory_lock($1)", [0x76657269])
      await expect(verify(file)).rejects.toThrow("Another verification is under way")
      expect(noteOf(file).problems, "which says nothing about the backup").toEqual([])
    } finally {
      await holder.end()
    }
  })

  it("says what to do if the role may not create databases, and if nothing was counted", {
    tags: ["OPS-48"],
  }, async () => {
    await asRoot("alter role shop nocreatedb", "postgres")
    await expect(verify(file)).rejects.toThrow(/alter role … createdb.*BACKUP_SCRATCH_URL/)
    const elsewhere = { BACKUP_SCRATCH_URL: cluster.url("postgres", "root") }
    expect(await verify(file, elsewhere)).toContain("the books add up")
    await asRoot("alter role shop createdb", "postgres")
    const bare = join(folder, "bare.backup")
    cpSync(file, bare)
    await expect(verify(bare)).rejects.toThrow(`There is no ${bare}.record`)
  })

  it("opens an encrypted backup and its record with the passphrase alone", {
    tags: ["OPS-48", "slow"],
  }, async () => {
    const encrypted = join(folder, "encrypted.backup")
    const BACKUP_PASSPHRASE = "four words are enough"
    await backup(encrypted, { BACKUP_PASSPHRASE })
    expect(readFileSync(`${encrypted}.record`, "latin1")).not.toContain(sellerId)
    expect(await verify(encrypted, { BACKUP_PASSPHRASE })).toContain("the books add up")
    await expect(verify(encrypted)).rejects.toThrow("is encrypted. Set BACKUP_PASSPHRASE")
  })

  it("backs up no database that is not Pushcart's, and leaves no file", { tags: ["OPS-48"] }, async () => {
    const DATABASE_URL = await cluster.create("empty")
    const nothing = join(folder, "nothing.backup")
    await expect(backup(nothing, { DATABASE_URL })).rejects.toThrow("There are no tables of Pushcart's")
    for (const name of [nothing, `${nothing}.part`, `${nothing}.record`]) expect(existsSync(name)).toBe(false)
  })
})
