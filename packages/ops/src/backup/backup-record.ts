import { stat } from "node:fs/promises"
import { Readable } from "node:stream"
import { z } from "zod"
import { StartError } from "../../../../server/config/start-error.ts"
import { readBackupFile, writeBackup } from "./backup-file.ts"
import { type Counts, counts } from "./counts.ts"
import { type WaitingJobs, waitingJobs } from "./waiting-jobs.ts"

/** A file next to a backup with the facts at the time of the backup: to verify it, and to restore the jobs of Redis. */
const record = z.object({
  madeAt: z.iso.datetime(),
  bytes: z.int(),
  counts,
  /** Null if the queues are part of the backup, or if Redis did not respond. */
  waiting: waitingJobs.nullable(),
})
export type BackupRecord = z.infer<typeof record>

export const recordFile = (file: string): string => `${file}.record`

/** Writes the record of an existing backup, encrypted in the same way. */
export async function writeRecord(
  file: string,
  known: { madeAt: Date; counts: Counts; waiting: WaitingJobs | null },
  passphrase?: string,
): Promise<void> {
  const { size: bytes } = await stat(file)
  const written: BackupRecord = { ...known, madeAt: known.madeAt.toISOString(), bytes }
  await writeBackup(Readable.from([Buffer.from(JSON.stringify(written))]), recordFile(file), passphrase)
}

/**
 * The record of a backup; undefined if there is none, as for a plain pg_dump file.
 * @throws StartError if it cannot be read, or belongs to another file.
 */
export async function readRecord(file: string, passphrase?: string): Promise<BackupRecord | undefined> {
  const name = recordFile(file)
  if (!(await stat(name).catch(() => undefined))) return undefined
  const parsed = record.safeParse(await json(readBackupFile(name, passphrase)))
  if (!parsed.success) throw new StartError(`${name} is damaged, or no record of a backup.`)
  const { size } = await stat(file)
  if (size !== parsed.data.bytes)
    throw new StartError(
      `${file} has ${size} bytes, and had ${parsed.data.bytes} when it was made: it was cut off, or it is another one.`,
    )
  return parsed.data
}

async function json(bytes: AsyncIterable<Uint8Array>): Promise<unknown> {
  const text = Buffer.concat(await Array.fromAsync(bytes)).toString()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
