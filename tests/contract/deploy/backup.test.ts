import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "@pushcart/devkit/start-everything"
import pg from "pg"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { freePort } from "#server/cli/ports.ts"
import { hasDebianPostgres, startDebianPostgres } from "#tests/support/debian-postgres.ts"
import { aUsedDatabase, type Cluster } from "../backup/a-used-database.ts"

const TOKEN = "a token that only Prometheus knows, 32+"
const { services } = Bun.YAML.parse(await Bun.file(join(root, "docker-compose.yml")).text()) as {
  services: { backup: { command: [string, ...string[]] } }
}

describe.skipIf(!hasDebianPostgres)("the backup service of docker-compose.yml", { timeout: 60_000 }, () => {
  let cluster: Cluster
  let url = ""
  const folder = mkdtempSync(join(tmpdir(), "pushcart-backups-"))
  const [data, backups] = [join(folder, "data"), join(folder, "backups")]
  const running: ChildProcess[] = []
  beforeAll(async () => {
    cluster = await startDebianPostgres()
    const { database } = await aUsedDatabase(cluster, "pushcart")
    await database.close()
    url = database.url
    const client = new pg.Client({ connectionString: cluster.url("postgres", "root") })
    await client.connect()
    await client.query("alter role shop createdb").finally(() => client.end())
    mkdirSync(join(data, "images/products"), { recursive: true })
    mkdirSync(backups)
    writeFileSync(join(data, "images/products/melon"), "a melon")
    writeFileSync(join(data, "deletions.jsonl"), "{}\n")
  }, 60_000)
  afterEach(() => Promise.all(running.splice(0).map(end)))
  afterAll(async () => {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Starts the service's own command, with settings like Compose's. */
  async function start(env: Record<string, string> = {}) {
    const port = String(await freePort())
    const [program, ...args] = services.backup.command
    const child = spawn(join(root, program), args, {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: url,
        BACKUP_DIR: backups,
        DATA_DIR: data,
        METRICS_TOKEN: TOKEN,
        HOST: "127.0.0.1",
        PORT: port,
        ...env,
      },
    })
    running.push(child)
    let said = ""
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)))
    const lines = () =>
      said
        .trim()
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    const metrics = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/metrics`, {
        headers: { authorization: `Bearer ${TOKEN}` },
      })
      const read = [...(await answer.text()).matchAll(/^pushcart_backup_(\w+) (.+)$/gm)]
      return Object.fromEntries(read.map(([, name, value]) => [name, Number(value)]))
    }
    return {
      child,
      metrics,
      says: (event: string) =>
        expect
          .poll(() => lines().find((line) => line.event === event), { timeout: 30_000 })
          .toMatchObject({ process: "backup", event }),
      line: (event: string) => lines().find((line) => line.event === event),
      isAlive: async () => (await fetch(`http://127.0.0.1:${port}/live`)).ok,
    }
  }
  const names = () => readdirSync(backups).sort()
  const secondsOf = (name: string) => Date.parse(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z/, "T$1:$2:$3Z")) / 1000

  it("makes a set with database, images and deleted accounts, verifies it, reports to Prometheus, and keeps the newest", {
    tags: ["OPS-48"],
  }, async () => {
    // A backup from a version that did not record counts: a new backup is made immediately.
    const minuteAgo = new Date(Date.now() - 60_000).toISOString()
    const uncounted = minuteAgo.slice(0, 19).replaceAll(":", "-").concat("Z")
    for (const old of ["2026-01-01T00-00-00Z", uncounted]) mkdirSync(join(backups, old))
    const service = await start({ BACKUP_KEEP: "2" })
    await service.says("backup.verified")
    const [kept, fresh = ""] = names()
    expect(kept).toBe(uncounted)
    expect(names()).toHaveLength(2)
    expect(readdirSync(join(backups, fresh)).sort()).toEqual([
      "deletions.jsonl",
      "images.tar",
      "pushcart.backup",
      "pushcart.backup.record",
      "pushcart.backup.verified",
    ])
    const images = spawnSync("tar", ["-tf", join(backups, fresh, "images.tar")], { encoding: "utf8" })
    expect(images.stdout).toContain("images/products/melon")
    expect(await service.metrics()).toEqual({
      made_timestamp_seconds: secondsOf(fresh),
      verified_timestamp_seconds: secondsOf(fresh),
      verification_failed: 0,
    })
    expect(await service.isAlive()).toBe(true)
  })

  it("makes none before its time, and verifies what the one before it could not", {
    tags: ["OPS-48"],
  }, async () => {
    const before = names()
    const newest = before.at(-1) ?? ""
    rmSync(join(backups, newest, "pushcart.backup.verified"))
    const service = await start()
    await service.says("backup.verified")
    expect(service.line("backup.done")).toBeUndefined()
    expect(names()).toEqual(before)
  })

  it("raises an alarm for a backup that does not restore, and never removes the last one that did", {
    tags: ["OPS-48"],
  }, async () => {
    const good = names().at(-1) ?? ""
    const bad = "2030-01-01T00-00-00Z"
    spawnSync("cp", ["-r", join(backups, good), join(backups, bad)])
    rmSync(join(backups, bad, "pushcart.backup.verified"))
    truncateSync(join(backups, bad, "pushcart.backup"), 1_000)
    truncateSync(join(backups, bad, "images.tar"), 1_536)
    const service = await start({ BACKUP_KEEP: "1" })
    await service.says("backup.differs")
    expect(service.line("backup.differs")).toMatchObject({
      level: "error",
      problems: [
        expect.stringContaining("it was cut off"),
        expect.stringMatching(/images\.tar is damaged or was cut off\.$/),
      ],
    })
    expect(await service.metrics()).toEqual({
      made_timestamp_seconds: secondsOf(bad),
      verified_timestamp_seconds: secondsOf(good),
      verification_failed: 1,
    })
    await end(service.child)
    // One more backup is made, and is kept in addition to the good one.
    rmSync(join(backups, bad), { recursive: true })
    const later = await start({ BACKUP_KEEP: "1", BACKUP_EVERY_HOURS: "0.0001" })
    await expect.poll(() => names().length > 0 && !names().includes(good), { timeout: 40_000 }).toBe(true)
    expect(await later.metrics()).toMatchObject({ verification_failed: 0 })
  })

  it("leaves nothing that looks like a backup if the database cannot be reached, says so, and keeps running", {
    tags: ["OPS-48"],
  }, async () => {
    const empty = join(folder, "empty")
    const service = await start({ BACKUP_DIR: empty, DATABASE_URL: "postgres://127.0.0.1:9/nothing" })
    await service.says("backup.failed")
    expect(readdirSync(empty)).toEqual([".part"])
    expect(await service.metrics()).toEqual({
      made_timestamp_seconds: 0,
      verified_timestamp_seconds: 0,
      verification_failed: 0,
    })
    expect(await service.isAlive()).toBe(true)
  })

  it("ends with a sentence where it does not know what to back up, or where to", { tags: ["OPS-48"] }, () => {
    const [program, ...args] = services.backup.command
    const env = { PATH: process.env.PATH, DATABASE_URL: url }
    const { status, stderr } = spawnSync(join(root, program), args, { cwd: root, encoding: "utf8", env })
    expect([status, stderr]).toEqual([1, expect.stringContaining("Set DATABASE_URL and BACKUP_DIR")])
  })
})

function end(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  const ended = new Promise((resolve) => child.once("exit", resolve))
  child.kill("SIGTERM")
  return ended
}
