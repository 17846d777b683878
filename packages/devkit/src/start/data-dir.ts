import { Database } from "bun:sqlite"
import { createECDH, randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import type { Mode } from "../../../../server/config/modes.ts"
import { StartError } from "../../../../server/config/start-error.ts"
import { freeMegabytesOn, NEEDED_MB } from "../../../../server/operations/free-space.ts"

/** The facts that a running start writes to `run.json`. */
export interface RunFile {
  pid: number
  mode?: Mode
  postgresPort?: number
  postgresDirectory?: string
  sandboxPort?: number
  webPort?: number
  webPid?: number
  sandboxPid?: number
  /** The demo is being created; if a start leaves this behind, the demo is incomplete. */
  isSeeding?: boolean
}

export interface Keys {
  postgresPassword: string
  authSecret: string
  roomsSecret: string
  imageSecret: string
  stripeWebhookSecret: string
  stripeSecretKey: string
  vapidPublicKey: string
  vapidPrivateKey: string
}

export interface DataDir {
  path: string
  /** Adds facts to `run.json`, which other programs read to find ports. */
  note(facts: Partial<RunFile>): void
  read(): Partial<RunFile>
  keys: Keys
  release(): void
}

/**
 * Under root, the embedded PostgreSQL runs as another user, who needs to open files by name, without listing the
 * folder.
 */
export const FOLDER_MODE = process.getuid?.() === 0 ? 0o711 : 0o700
/**
 * Opens the data folder for this process alone. The lock is the operating system's, held through SQLite, so it is
 * released no matter how the process ends.
 * @throws StartError when the folder cannot be written, is full, or another start holds it.
 */
export function openDataDir(directory: string, freeMegabytes = freeMegabytesOn): DataDir {
  const path = resolve(directory)
  const runFile = join(path, "run.json")
  rejectUnusable(path, freeMegabytes)
  const lock = takeLock(path, runFile)
  const read = (): Partial<RunFile> => readJson(runFile) ?? {}
  const note = (facts: Partial<RunFile>) => writeAtomically(runFile, { ...read(), ...facts })
  note({ pid: process.pid })
  return { path, note, read, keys: loadKeys(join(path, "keys.json")), release: () => lock.close() }
}

/** Reads `run.json` and the keys of a start with this data folder, for another program; undefined if there was none. */
export function readDataDir(directory: string): { run: Partial<RunFile>; keys: Keys } | undefined {
  const keys = readJson<Keys>(join(directory, "keys.json"))
  return keys && { run: readJson(join(directory, "run.json")) ?? {}, keys }
}

function rejectUnusable(path: string, freeMegabytes: (path: string) => number): void {
  const first = !existsSync(join(path, "keys.json"))
  try {
    mkdirSync(path, { recursive: true, mode: FOLDER_MODE })
    const probe = join(path, `.probe-${process.pid}`)
    writeFileSync(probe, "x".repeat(4096))
    rmSync(probe)
  } catch (error) {
    throw unusable(path, error)
  }
  const freeMb = freeMegabytes(path)
  const neededMb = first ? NEEDED_MB.first : NEEDED_MB.later
  if (freeMb < neededMb)
    throw new StartError(
      `The data folder ${path} is on a disk that is full: ${freeMb} MB are free, ${neededMb} MB are needed. Free some space, or set DATA_DIR to a folder on another disk.`,
    )
}

/** The error for a folder to which nothing could be written. */
export function unusable(path: string, error: unknown): Error {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  if (code === "ENOSPC" || code === "EDQUOT")
    return new StartError(
      `The data folder ${path} is on a disk that is full. Free some space, or set DATA_DIR to a folder on another disk.`,
    )
  if (code === "EACCES" || code === "EROFS" || code === "EPERM")
    return new StartError(
      `The data folder ${path} is read-only for this user. Make it writable, or set DATA_DIR to a folder that is.`,
    )
  if (code === "ENOTDIR" || code === "EEXIST")
    return new StartError(`The data folder ${path} is not a folder. Set DATA_DIR to a folder.`)
  return error instanceof Error ? error : new Error(String(error))
}

function takeLock(path: string, runFile: string): Database {
  const lock = new Database(join(path, "run.lock"))
  try {
    lock.exec("PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=MEMORY; BEGIN EXCLUSIVE")
    return lock
  } catch (error) {
    lock.close()
    if (!(error instanceof Error && "code" in error && error.code === "SQLITE_BUSY"))
      throw unusable(path, error)
    const other = readJson<RunFile>(runFile)
    const where = other?.webPort ? `, at http://localhost:${other.webPort}` : ""
    throw new StartError(
      `Pushcart is running already with the data folder ${path} (process ${other?.pid ?? "unknown"}${where}). Stop it first, or set DATA_DIR and PORT for a second one.`,
    )
  }
}

/** The key pair for Web Push: P-256, in base64url. */
function vapidKeys({ vapidPublicKey, vapidPrivateKey }: Partial<Keys>) {
  if (vapidPublicKey && vapidPrivateKey) return { vapidPublicKey, vapidPrivateKey }
  const pair = createECDH("prime256v1")
  const publicKey = pair.generateKeys()
  // Node omits leading zeros.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  return {
    vapidPublicKey: publicKey.toString("base64url"),
    vapidPrivateKey: privateKey.toString("base64url"),
  }
}

/** Keys are generated once and stored, so that sessions and links survive a restart. */
function loadKeys(file: string): Keys {
  const kept = readJson<Partial<Keys>>(file) ?? {}
  const fresh = () => randomBytes(32).toString("hex")
  const keys = {
    postgresPassword: kept.postgresPassword ?? fresh(),
    authSecret: kept.authSecret ?? fresh(),
    roomsSecret: kept.roomsSecret ?? fresh(),
    imageSecret: kept.imageSecret ?? fresh(),
    stripeWebhookSecret: kept.stripeWebhookSecret ?? fresh(),
    stripeSecretKey: kept.stripeSecretKey ?? fresh(),
    ...vapidKeys(kept),
  }
  if (JSON.stringify(keys) !== JSON.stringify(kept)) writeAtomically(file, keys)
  return keys
}

function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as T
  } catch {
    // Missing, or truncated by a crash of an old version: either way, nothing is known.
    return undefined
  }
}

function writeAtomically(file: string, value: unknown): void {
  try {
    writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch (error) {
    throw unusable(file, error)
  }
}
