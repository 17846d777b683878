import { existsSync, readdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { isAlive } from "@pushcart/devkit/child"
import { cents, formatMoney } from "../../../../core/money.ts"
import { checkLedger } from "../../../../core/payments/check-ledger.server.ts"
import { openDatabase } from "../../../../db/client.ts"
import { migrateDatabase } from "../../../../db/migrate.ts"
import { isForPeople, StartError } from "../../../../server/config/start-error.ts"
import { openBackup, readBackupFile } from "./backup-file.ts"
import { readRecord, recordFile } from "./backup-record.ts"
import { IMAGES } from "./backup-sets.ts"
import { type Counts, countAt, differences } from "./counts.ts"
import { removeDataFolder, tryDataFolder } from "./data-folder.ts"
import { fillDatabase } from "./database-dump.ts"
import { ScratchError, withScratchDatabase } from "./scratch-database.ts"
import { noteVerification } from "./verification-note.ts"

export interface VerifyOptions {
  /** The server for the scratch database; not needed for a backup of a data folder. */
  scratchUrl?: string | undefined
  passphrase?: string | undefined
}

/**
 * Restores a backup into a scratch database, which is dropped afterwards. Returns the differences from the counts in
 * its record, and the accounts whose ledger does not add up, one sentence each; empty if there are none.
 * @throws StartError if it cannot be restored at all.
 */
export async function verifyBackup(
  file: string,
  { scratchUrl, passphrase }: VerifyOptions,
): Promise<string[]> {
  const open = () => openBackup(file, passphrase)
  const { kind, content } = await open()
  const record = await readRecord(file, passphrase)
  if (!record)
    throw new StartError(
      `There is no ${recordFile(file)}, which npm run backup writes beside its file: what was in the backup is known from there alone.`,
    )
  const compare = (url: string) => compareDatabase(url, record.counts)
  if (kind === "database") {
    if (!scratchUrl)
      throw new StartError(`${file} is a dump of a database. Set DATABASE_URL, or BACKUP_SCRATCH_URL.`)
    return withScratchDatabase(scratchUrl, async (url) => {
      await fillDatabase(url, open)
      return compare(url)
    })
  }
  const folder = join(tmpdir(), `${SCRATCH_FOLDER}${process.pid}`)
  clearFolders()
  return tryDataFolder(content, folder, compare)
}

/**
 * Verifies a backup, and stores the result next to it, including the reason if it cannot be restored. Errors that say
 * nothing about the backup, such as an unreachable database, are thrown and not stored.
 */
export async function verifyAndNote(file: string, options: VerifyOptions): Promise<string[]> {
  const found = await verifyBackup(file, options).catch((error: unknown) => {
    if (isForPeople(error) && !(error instanceof ScratchError)) return [error.message]
    throw error
  })
  const problems = [...found, ...(await faultsInImages(file, options.passphrase))]
  await noteVerification(file, { at: new Date().toISOString(), problems })
  return problems
}

async function compareDatabase(url: string, backedUp: Counts): Promise<string[]> {
  const restored = await countAt(url)
  // An older version's tables are migrated first, as a restore would do.
  await migrateDatabase(url)
  return [...differences(backedUp, restored), ...(await faultsInBooks(url))]
}

async function faultsInBooks(url: string): Promise<string[]> {
  // By now, the database has the statement limits of requests.
  const unlimited = new URL(url)
  unlimited.searchParams.set("options", "-c statement_timeout=0")
  const { db, close } = openDatabase({
    connectionString: unlimited.href,
    max: 1,
    applicationName: "pushcart-backup",
    onError: () => {},
  })
  const faults = await checkLedger({ db }).finally(close)
  const money = (amount: number) => formatMoney(cents(amount))
  return faults.map(
    ({ orderId, bookedCents, expectedCents }) =>
      `Books of order ${orderId}: the entries add up to ${money(bookedCents)}, and have to add up to ${money(expectedCents)}.`,
  )
}

/** Whether the images of a set are complete: a tar ends with two blocks of zeros. */
async function faultsInImages(file: string, passphrase?: string): Promise<string[]> {
  const images = join(dirname(file), IMAGES)
  if (!existsSync(images)) return []
  let end = Buffer.alloc(0)
  try {
    for await (const chunk of readBackupFile(images, passphrase))
      end = Buffer.concat([end, chunk]).subarray(-TAR_END_BYTES)
  } catch (error) {
    if (isForPeople(error)) return [error.message]
    throw error
  }
  return end.equals(Buffer.alloc(TAR_END_BYTES)) ? [] : [`${images} is damaged or was cut off.`]
}

const TAR_END_BYTES = 1024

const SCRATCH_FOLDER = "pushcart-verification-"

/** Removes the folders of killed verifications. Their PostgreSQL stops by itself once its folder is gone. */
function clearFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(new RegExp(`^${SCRATCH_FOLDER}(\\d+)`).exec(name)?.[1])
    if (pid && !isAlive(pid)) removeDataFolder(join(tmpdir(), name))
  }
}
