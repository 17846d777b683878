import { execFileSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TestDatabase } from "#tests/support/database.ts"
import { hasDebianPostgres, startDebianPostgres } from "#tests/support/debian-postgres.ts"
import { runCommand } from "#tests/support/run-command.ts"
import { aUsedDatabase, type Cluster } from "./a-used-database.ts"

const folder = mkdtempSync(join(tmpdir(), "pushcart-cut-off-"))
const file = join(folder, "pushcart.backup")
const broken = join(folder, "broken.backup")
const PASSPHRASE = "four words are enough"

describe.skipIf(!hasDebianPostgres)(
  "npm run restore of a file that is not whole",
  { timeout: 120_000 },
  () => {
    let cluster: Cluster
    let database: TestDatabase
    let target = ""
    beforeAll(async () => {
      cluster = await startDebianPostgres()
      database = (await aUsedDatabase(cluster, "pushcart")).database
      await runCommand("backup", { DATABASE_URL: database.url, DATA_DIR: folder }, file)
      target = await cluster.create("target")
    }, 60_000)
    afterAll(async () => {
      await database?.close()
      await cluster?.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    const restore = (from: string, more = {}) =>
      runCommand("restore", { DATABASE_URL: target, DATA_DIR: folder, ...more }, from, "--nobody-left")
    async function ask(query: string, url = target) {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      return (await client.query(query).finally(() => client.end())).rows
    }
    const leftBehind = () =>
      ask(
        "select relname from pg_class c join pg_namespace n on n.oid = relnamespace where nspname in ('public', 'drizzle', 'bullmq')",
      )

    it.each([0.01, 0.1, 0.3, 0.6, 0.9, 0.999])(
      "ends with one sentence at %d of its length, with nothing restored",
      { tags: ["OPS-10"] },
      async (part) => {
        cpSync(file, broken)
        truncateSync(broken, Math.floor(statSync(file).size * part))
        const said = await restore(broken).catch((error: Error) => error.message.trim())
        expect(said).toMatch(/^\S+broken\.backup is damaged, was cut off, or .*Nothing was restored\.$/)
        expect(await leftBehind()).toEqual([])
      },
    )

    it("ends with one sentence for bytes that changed on the way, another version, another database, and a text", {
      tags: ["OPS-10"],
    }, async () => {
      const bytes = readFileSync(file)
      const middle = Math.floor(bytes.length / 2)
      writeFileSync(broken, Buffer.from(bytes).fill(0xff, middle, middle + 64))
      await expect(restore(broken)).rejects.toThrow("is damaged, was cut off")
      // The version of pg_dump's format follows its magic bytes.
      writeFileSync(broken, Buffer.from(bytes).fill(0x7f, 6, 7))
      await expect(restore(broken)).rejects.toThrow(/of a newer pg_dump: .*unsupported version/)
      execFileSync(`/usr/lib/postgresql/${cluster.major}/bin/pg_dump`, [
        "--format=custom",
        `--file=${broken}`,
        cluster.url("postgres"),
      ])
      await expect(restore(broken)).rejects.toThrow("is a dump of some other database than Pushcart's")
      writeFileSync(broken, "select 1;\n")
      await expect(restore(broken)).rejects.toThrow("is no backup of Pushcart's")
      expect(await leftBehind()).toEqual([])
    })

    it("restores nothing of an encrypted file of which one byte is missing", {
      tags: ["OPS-10", "slow"],
    }, async () => {
      const encrypted = { BACKUP_PASSPHRASE: PASSPHRASE }
      const settings = { DATABASE_URL: database.url, DATA_DIR: folder, ...encrypted }
      await runCommand("backup", settings, broken)
      rmSync(`${broken}.record`)
      truncateSync(broken, statSync(broken).size - 1)
      await expect(restore(broken, encrypted)).rejects.toThrow("is damaged or was cut off")
      expect(await leftBehind()).toEqual([])
    })

    it("knows by the record how long the file has to be", { tags: ["OPS-10"] }, async () => {
      const { size } = statSync(file)
      cpSync(file, broken)
      cpSync(`${file}.record`, `${broken}.record`)
      truncateSync(broken, size - 5)
      await expect(restore(broken)).rejects.toThrow(`has ${size - 5} bytes, and had ${size} when it was made`)
      expect(await leftBehind()).toEqual([])
    })

    it("leaves an empty database, too, where what comes after the rows fails", {
      tags: ["OPS-10"],
    }, async () => {
      const other = await aUsedDatabase(cluster, "odd")
      const odd = join(folder, "odd.backup")
      // All migrations but the first have already run, and run again.
      await other.database.pool.query(
        "delete from drizzle.__drizzle_migrations where created_at > (select min(created_at) from drizzle.__drizzle_migrations)",
      )
      await runCommand("backup", { DATABASE_URL: other.database.url, DATA_DIR: folder }, odd)
      await other.database.close()
      await expect(restore(odd)).rejects.toThrow()
      expect(await leftBehind()).toEqual([])
      await restore(file)
      expect(await ask("select count(*)::int as orders from orders")).toEqual([{ orders: 3 }])
    })
  },
)
