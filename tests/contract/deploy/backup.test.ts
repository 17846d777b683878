import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hasDebianPostgres, startDebianPostgres } from "#tests/support/debian-postgres.ts"

const script = join(import.meta.dirname, "..", "..", "..", "deploy", "backup", "backup.sh")

describe.skipIf(!hasDebianPostgres)("the backup service of docker-compose.yml", () => {
  let cluster: Awaited<ReturnType<typeof startDebianPostgres>>
  const folder = mkdtempSync(join(tmpdir(), "pushcart-backups-"))
  const [data, backups] = [join(folder, "data"), join(folder, "backups")]
  beforeAll(async () => {
    cluster = await startDebianPostgres()
    mkdirSync(join(data, "images/products"), { recursive: true })
    mkdirSync(backups)
    writeFileSync(join(data, "images/products/melon"), "a melon")
    writeFileSync(join(data, "deletions.jsonl"), "{}\n")
  }, 60_000)
  afterAll(async () => {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const programs = () => `/usr/lib/postgresql/${cluster.major}/bin:${process.env.PATH}`
  function backup(env: Record<string, string> = {}) {
    const { hostname, port, username, password } = new URL(cluster.url("postgres", "root"))
    return spawnSync("sh", [script, "once"], {
      encoding: "utf8",
      env: {
        PATH: programs(),
        PGHOST: hostname,
        PGPORT: port,
        PGUSER: username,
        PGPASSWORD: decodeURIComponent(password),
        PGDATABASE: "postgres",
        DATA_DIR: data,
        BACKUP_DIR: backups,
        ...env,
      },
    })
  }

  it("makes a folder with a dump that can be read, the images and the list of who left, and keeps the newest", {
    tags: ["OPS-43"],
  }, () => {
    for (const old of ["2026-01-01T00-00-00Z", "2026-01-02T00-00-00Z"]) mkdirSync(join(backups, old))
    const { status, stdout } = backup({ BACKUP_KEEP: "2" })
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ level: "info", process: "backup", event: "backup.done" })
    const [kept, fresh = ""] = readdirSync(backups).sort()
    expect(kept).toBe("2026-01-02T00-00-00Z")
    expect(readdirSync(join(backups, fresh)).sort()).toEqual([
      "deletions.jsonl",
      "images.tar",
      "pushcart.backup",
    ])
    const images = spawnSync("tar", ["-tf", join(backups, fresh, "images.tar")], { encoding: "utf8" })
    expect(images.stdout).toContain("images/products/melon")
    const dump = join(backups, fresh, "pushcart.backup")
    expect(spawnSync("pg_restore", ["--list", dump], { env: { PATH: programs() } }).status).toBe(0)
  })

  it("leaves nothing that looks like a backup where the database cannot be reached, and says so by its code", {
    tags: ["OPS-43"],
  }, () => {
    const before = readdirSync(backups)
    expect(backup({ PGPORT: "9" }).status).not.toBe(0)
    expect(readdirSync(backups).filter((name) => !name.startsWith("."))).toEqual(
      before.filter((name) => !name.startsWith(".")),
    )
  })
})
