import { createReadStream, createWriteStream } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGunzip } from "node:zlib"
import { Decrypter, Encrypter } from "age-encryption"
import { StartError } from "../../../../server/config/start-error.ts"

type Bytes = AsyncIterable<Uint8Array>

/** An opened backup: its kind, and its bytes, decrypted. */
export interface Backup {
  file: string
  /** A database as pg_dump wrote it, or the data folder of an npm start as a tar. */
  kind: "database" | "data folder"
  content: Bytes
}

/**
 * Writes a backup, readable by its owner alone; with a passphrase it is encrypted in the format of age. The file gets
 * its name only once it is complete.
 */
export async function writeBackup(content: Bytes, file: string, passphrase?: string): Promise<void> {
  const part = `${file}.part`
  try {
    const bytes = passphrase ? await encrypted(content, passphrase) : content
    await pipeline(bytes, createWriteStream(part, { mode: 0o600 }))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/**
 * Opens a backup and detects its kind. `content` throws a StartError if the file is damaged or truncated; in that case,
 * do not use the bytes read so far.
 * @throws StartError for a file that is not a backup, and for a missing or wrong passphrase.
 */
export async function openBackup(file: string, passphrase?: string): Promise<Backup> {
  const { head, whole } = await lookAtPlain(file, passphrase)
  return recognize(head, whole, file)
}

/**
 * The bytes of a file that `writeBackup` wrote, decrypted.
 * @throws StartError, at the first byte or later, if the file is missing, damaged or truncated, and for a missing or
 * wrong passphrase.
 */
export async function* readBackupFile(file: string, passphrase?: string): Bytes {
  const { whole } = await lookAtPlain(file, passphrase)
  yield* whole
}

async function lookAtPlain(file: string, passphrase?: string) {
  const sealed = await lookAt(createReadStream(file), file)
  if (!startsWith(sealed.head, "age-encryption.org/")) return sealed
  return lookAt(await decrypted(sealed.whole, file, passphrase), file)
}

async function recognize(head: Uint8Array, whole: Bytes, file: string): Promise<Backup> {
  if (startsWith(head, "PGDMP")) return { file, kind: "database", content: whole }
  if (head[0] !== 0x1f || head[1] !== 0x8b)
    throw new StartError(`${file} is no backup of Pushcart's. Nothing was restored.`)
  const unpacked = await lookAt(Readable.from(whole).pipe(createGunzip()), file)
  return { file, kind: "data folder", content: unpacked.whole }
}

async function encrypted(content: Bytes, passphrase: string): Promise<Bytes> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  return encrypter.encrypt(webStream(content))
}

async function decrypted(content: Bytes, file: string, passphrase?: string): Promise<Bytes> {
  if (!passphrase)
    throw new StartError(
      `${file} is encrypted. Set BACKUP_PASSPHRASE to the passphrase that it was made with. Nothing was restored.`,
    )
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return await decrypter.decrypt(webStream(content))
  } catch {
    throw new StartError(
      `BACKUP_PASSPHRASE does not open ${file}: it is another passphrase, or the file's beginning is damaged. Nothing was restored.`,
    )
  }
}

/** The stream type that age accepts. */
function webStream(content: Bytes): ReadableStream<Uint8Array> {
  const chunks = content[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}

/** The first bytes, and a stream of all bytes, including the first ones. */
async function lookAt(bytes: Bytes, file: string): Promise<{ head: Uint8Array; whole: Bytes }> {
  const chunks = untilDamaged(bytes, file)
  const { value: head = new Uint8Array() } = await chunks.next()
  async function* whole() {
    yield head
    yield* chunks
  }
  return { head, whole: whole() }
}

async function* untilDamaged(bytes: Bytes, file: string): AsyncGenerator<Uint8Array, undefined> {
  const chunks = bytes[Symbol.asyncIterator]()
  const next = () =>
    chunks.next().catch((error: unknown) => {
      throw error instanceof StartError ? error : new StartError(unreadable(file, error))
    })
  // A reader that stops early may throw an error in here, which does not mean that the file is damaged.
  for (let chunk = await next(); !chunk.done; chunk = await next()) yield chunk.value
}

function unreadable(file: string, error: unknown): string {
  return error instanceof Error && "code" in error && error.code === "ENOENT"
    ? `There is no file ${file}.`
    : `${file} is damaged or was cut off. Nothing was restored.`
}

const startsWith = (bytes: Uint8Array, text: string) => Buffer.from(bytes).indexOf(text) === 0
