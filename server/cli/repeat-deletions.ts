import { readDeletionLists, repeatDeletions } from "#server/backup/repeat-deletions.ts"
import { exitWith } from "./exit-with.ts"

/** `npm run repeat-deletions -- LIST…`: deletes accounts again after a restore with PostgreSQL's own tools. */
const lists = process.argv.slice(2)
const url = process.env.DATABASE_URL
if (lists.length === 0 || !url) {
  console.error("Usage: DATABASE_URL=postgres://… npm run repeat-deletions -- DATA_DIR/deletions.jsonl")
  process.exit(1)
}
try {
  const { erased, open } = await repeatDeletions(url, await readDeletionLists(lists))
  console.log(`${erased} people were deleted once more.`)
  for (const text of open) console.log(`Open at the time of the backup: ${text}`)
} catch (error) {
  exitWith(error)
}
