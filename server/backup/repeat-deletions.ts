import { repeatDeletion } from "#core/privacy/delete-account.server.ts"
import { openDatabase } from "#db/client.ts"
import { readDeletionList } from "#server/backup/deletion-list.ts"
import { StartError } from "#server/config/start-error.ts"

/**
 * The user ids on all lists.
 *
 * @throws StartError if a list does not exist
 */
export async function readDeletionLists(files: readonly string[]): Promise<string[]> {
  const ids = new Set<string>()
  for (const file of files) {
    const read = await readDeletionList(file)
    if (!read)
      throw new StartError(
        `There is no list of deleted accounts at ${file}, and people who left since the backup would be back. Name the list (DATA_DIR/deletions.jsonl of every machine, or logs with its lines), or say --nobody-left.`,
      )
    for (const id of read) ids.add(id)
  }
  return [...ids]
}

/**
 * Deletes the accounts again that a restored backup contains. Safe to repeat. Returns how many it found, and what the
 * backup shows as open for them.
 */
export async function repeatDeletions(
  connectionString: string,
  userIds: readonly string[],
): Promise<{ erased: number; open: string[] }> {
  const { db, close } = openDatabase({
    connectionString,
    max: 2,
    applicationName: "pushcart-repeat-deletions",
    onError: () => {},
  })
  const open: string[] = []
  let erased = 0
  try {
    for (const userId of userIds) {
      const repeated = await repeatDeletion({ db, now: () => new Date() }, userId)
      if (!repeated) continue
      erased += 1
      open.push(...repeated.openThen.map((text) => `${userId}: ${text}`))
    }
  } finally {
    await close()
  }
  return { erased, open }
}
