import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterEach, beforeEach, expect, it } from "vitest"
import { openBackup, writeBackup } from "./backup-file.ts"
import { feed } from "./run-program.ts"

const PASSPHRASE = "four words are enough"
let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pushcart-backup-"))
  file = join(folder, "pushcart.backup")
})
afterEach(() => rmSync(folder, { recursive: true }))

const DUMP = Buffer.concat([Buffer.from("PGDMP"), crypto.getRandomValues(Buffer.alloc(60_000))])

/** A dump larger than the chunks that are encrypted and read at once. */
async function* aDump(chunks = 5) {
  for (let chunk = 0; chunk < chunks; chunk += 1) yield DUMP
}

async function read(passphrase?: string): Promise<Buffer> {
  const { content } = await openBackup(file, passphrase)
  return Buffer.concat(await Array.fromAsync(content))
}

it("gives back what was written, and says what it is", { tags: ["OPS-10"] }, async () => {
  await writeBackup(aDump(), file)
  expect(readFileSync(file).subarray(0, 5).toString()).toBe("PGDMP")
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect((await openBackup(file)).kind).toBe("database")
  expect((await read()).equals(Buffer.concat(await Array.fromAsync(aDump())))).toBe(true)
  writeFileSync(file, gzipSync("a tar"))
  expect((await openBackup(file)).kind).toBe("data folder")
})

it("is not called damaged when whoever reads it stops early", { tags: ["OPS-10"] }, async () => {
  await writeBackup(aDump(500), file)
  const open = async () => (await openBackup(file)).content
  expect(await feed(await open(), { command: "head", args: ["-c", "5"] })).toBe("PGDMP")
  // A pipeline calls the iterator's `return` if the other end has closed.
  const chunks = (await open())[Symbol.asyncIterator]()
  for (const _ of ["first", "second"]) await chunks.next()
  await expect(chunks.throw?.(new Error("Premature close"))).rejects.toThrow("Premature close")
})

it("encrypts with a passphrase, and is opened by that one alone", {
  tags: ["OPS-10", "slow"],
  timeout: 120_000,
}, async () => {
  await writeBackup(aDump(), file, PASSPHRASE)
  expect(readFileSync(file).includes(DUMP.subarray(0, 64))).toBe(false)
  expect((await read(PASSPHRASE)).equals(Buffer.concat(await Array.fromAsync(aDump())))).toBe(true)
  await expect(read()).rejects.toThrow("is encrypted. Set BACKUP_PASSPHRASE")
  await expect(read("another passphrase")).rejects.toThrow("BACKUP_PASSPHRASE does not open")
})

it("throws for an encrypted file that was changed or cut off, wherever", {
  tags: ["OPS-10", "slow"],
  timeout: 120_000,
}, async () => {
  await writeBackup(aDump(), file, PASSPHRASE)
  const { size } = statSync(file)
  const handle = openSync(file, "r+")
  writeSync(handle, "changed", size - 100)
  closeSync(handle)
  await expect(read(PASSPHRASE)).rejects.toThrow("is damaged or was cut off")
  // The header, then whole chunks of 64 KiB plus 16 bytes of authentication each; only the last chunk is missing.
  const bytes = readFileSync(file)
  const head = bytes.indexOf("\n", bytes.indexOf("\n---") + 1) + 1
  truncateSync(file, head + 16 + 65_552 * 3)
  await expect(read(PASSPHRASE)).rejects.toThrow("is damaged or was cut off")
})

it("leaves no file behind when what is to be written fails", {
  tags: ["OPS-10", "slow"],
  timeout: 120_000,
}, async () => {
  async function* failing() {
    yield DUMP
    throw new Error("pg_dump failed")
  }
  for (const passphrase of [undefined, PASSPHRASE])
    await expect(writeBackup(failing(), file, passphrase)).rejects.toThrow("pg_dump failed")
  expect(readdirSync(folder)).toEqual([])
})

it("rejects files that are no backup", {
  tags: ["OPS-10"],
}, async () => {
  writeFileSync(file, "something else")
  await expect(openBackup(file)).rejects.toThrow("is no backup of Pushcart's")
  writeFileSync(file, "")
  await expect(openBackup(file)).rejects.toThrow("is no backup of Pushcart's")
  await expect(openBackup(join(folder, "missing"))).rejects.toThrow("There is no file")
})
