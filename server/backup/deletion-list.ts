import { mkdir, open, readFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { z } from "zod"
import { log } from "#core/log.server.ts"
import type { DeletionList } from "#core/ports/deletion-list.ts"

/** The file with the ids of deleted accounts in a data directory. */
export const deletionListFile = (dataDir: string): string => join(dataDir, "deletions.jsonl")

const line = z.object({ event: z.literal("account.erased"), userId: z.uuid() })

/** An append-only file of ids and nothing else. The same line is logged, so that collected logs are a second copy. */
export function fileDeletionList(file: string): DeletionList {
  return {
    async note(userId) {
      const erased = { event: "account.erased", userId, at: new Date().toISOString() }
      await mkdir(dirname(file), { recursive: true })
      const list = await open(file, "a", 0o600)
      try {
        // Starts with a newline, so that a line cut off by a crash does not damage this one.
        await list.writeFile(`\n${JSON.stringify(erased)}\n`)
        await list.sync()
      } finally {
        await list.close()
      }
      log.always("account.erased", { userId })
    },
  }
}

/** The ids in such a file, or in a log that contains its lines; undefined if the file does not exist. */
export async function readDeletionList(file: string): Promise<string[] | undefined> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined
    throw error
  })
  const ids = text?.split("\n").flatMap((one) => line.safeParse(parsed(one)).data?.userId ?? [])
  return ids && [...new Set(ids)]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
