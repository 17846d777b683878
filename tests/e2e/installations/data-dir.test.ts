import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openDataDir, unusable } from "@pushcart/devkit/data-dir"
import { startEmbeddedPostgres } from "@pushcart/devkit/embedded-postgres"
import pg from "pg"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pushcart-data-"))
  chmodSync(folder, 0o711)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const errorWith = (code: string) => Object.assign(new Error(code), { code })

describe("the data folder", { tags: ["START-4"] }, () => {
  it("is rejected with a sentence when its disk is full, before anything is written", () => {
    expect(() => openDataDir(join(folder, "data"), () => 12)).toThrow(
      /is on a disk that is full: 12 MB are free, 160 MB are needed\. Free some space, or set DATA_DIR/,
    )
  })

  it("needs less room once the database is there", () => {
    openDataDir(join(folder, "data")).release()
    expect(() => openDataDir(join(folder, "data"), () => 12)).toThrow(/24 MB are needed/)
    openDataDir(join(folder, "data"), () => 30).release()
  })

  it("says what to do when a write fails for want of room or of rights", () => {
    expect(unusable("/data", errorWith("ENOSPC")).message).toMatch(/is full\. Free some space/)
    expect(unusable("/data", errorWith("EROFS")).message).toMatch(
      /is read-only for this user\. Make it writable/,
    )
    expect(unusable("/data", errorWith("EACCES")).message).toMatch(/is read-only for this user/)
  })

  it("is rejected with a sentence when it cannot be written", () => {
    // Root may write anywhere except in the kernel's own file systems.
    const closed = process.getuid?.() === 0 ? "/sys/pushcart" : join(folder, "closed", "data")
    mkdirSync(join(folder, "closed"), { mode: 0o555 })
    expect(() => openDataDir(closed)).toThrow(/is read-only for this user/)
  })

  it("is rejected with a sentence when it is a file", () => {
    writeFileSync(join(folder, "file"), "")
    expect(() => openDataDir(join(folder, "file"))).toThrow(/is not a folder/)
  })

  it("keeps its keys, readable by its owner alone", () => {
    const first = openDataDir(folder)
    const { keys } = first
    first.release()
    const second = openDataDir(folder)
    expect(second.keys).toEqual(keys)
    expect(statSync(join(folder, "keys.json")).mode & 0o777).toBe(0o600)
    second.release()
  })

  it("derives no key from another", () => {
    const { keys, release } = openDataDir(folder)
    const beginnings = Object.values(keys).map((key) => key.slice(0, 16))
    expect(new Set(beginnings).size).toBe(beginnings.length)
    release()
  })

  it("is closed to other users", () => {
    openDataDir(join(folder, "new")).release()
    const forRoot = process.getuid?.() === 0
    expect(statSync(join(folder, "new")).mode & 0o777).toBe(forRoot ? 0o711 : 0o700)
  })
})

describe("the embedded PostgreSQL", { tags: ["START-5"] }, () => {
  it("runs for a data folder under a private home, root or not", async () => {
    const home = join(folder, "home")
    mkdirSync(home, { mode: 0o700 })
    const server = await startEmbeddedPostgres({ directory: join(home, "postgres"), password: "secret" })
    await server.stop()
    const again = await startEmbeddedPostgres({ directory: join(home, "postgres"), password: "secret" })
    expect(again.directory).toBe(server.directory)
    await again.stop()
    rmSync(again.directory, { recursive: true, force: true })
  })

  it("is reached through a socket in its own folder, and after a kill leaves no old one behind", async () => {
    const start = () => startEmbeddedPostgres({ directory: join(folder, "postgres"), password: "secret" })
    const server = await start()
    const pid = Number(readFileSync(join(server.directory, "postmaster.pid"), "utf8").split("\n")[0])
    expect(await address(server.socketUrl("postgres"))).toBeNull()
    expect(await address(server.url("postgres"))).toBe("127.0.0.1")
    expect(statSync(server.directory).mode & 0o077).toBe(0)
    process.kill(pid, "SIGKILL")
    const again = await start()
    const sockets = readdirSync(again.directory).filter((name) => /^\.s\.PGSQL\.\d+$/.test(name))
    expect(sockets).toEqual([`.s.PGSQL.${again.port}`])
    await again.stop()
  })

  it("waits for a server that is there but does not answer, and starts when that one is gone", async () => {
    const start = () => startEmbeddedPostgres({ directory: join(folder, "postgres"), password: "secret" })
    const server = await start()
    const pid = Number(readFileSync(join(server.directory, "postmaster.pid"), "utf8").split("\n")[0])
    process.kill(pid, "SIGSTOP")
    const log = () => readFileSync(`${server.directory}.log`, "utf8")
    const again = start()
    const rejected = expect.poll(log, { timeout: 20_000 }).toMatch(/lock file .* already exists/)
    await Promise.race([rejected, again])
    process.kill(pid, "SIGKILL")
    await (await again).stop()
  })

  it("is reached over TCP alone where the socket's address would be too long", async () => {
    const deep = join(folder, "a".repeat(90))
    mkdirSync(deep, { mode: 0o711 })
    const server = await startEmbeddedPostgres({ directory: join(deep, "postgres"), password: "secret" })
    expect(server.socketUrl("postgres")).toBe(server.url("postgres"))
    expect(await address(server.socketUrl("postgres"))).toBe("127.0.0.1")
    await server.stop()
  })

  it("says why it did not start, with the end of its log", async () => {
    const server = await startEmbeddedPostgres({ directory: join(folder, "postgres"), password: "secret" })
    await server.stop()
    writeFileSync(join(server.directory, "postgresql.conf"), "nonsense = on\n")
    await expect(
      startEmbeddedPostgres({ directory: join(folder, "postgres"), password: "secret" }),
    ).rejects.toThrow(/The embedded PostgreSQL did not start: .*postgres\.log/)
  })
})

/** The client address that the server sees: null through a Unix socket. */
async function address(connectionString: string): Promise<string | null> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ from: string | null }>("select host(inet_client_addr()) as from")
  await client.end()
  return rows[0]?.from ?? null
}
