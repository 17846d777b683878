import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { FileStore, StoredFile } from "./file-store.ts"
import { PART, writeAtomically } from "./write-atomically.ts"

/** Stores files in a folder of this machine, or of a volume that several machines share. */
export function diskFiles(directory: string): FileStore {
  const at = (key: string) => join(directory, key)
  return {
    read: (key) => readIfThere(at(key)),
    async write(key, bytes) {
      await mkdir(dirname(at(key)), { recursive: true, mode: 0o700 })
      await writeAtomically(at(key), bytes)
    },
    async list(folder) {
      const names = await readdir(at(folder), { recursive: true }).catch(nothingThere)
      const files = await Promise.all(
        names
          .filter((name) => !name.endsWith(PART))
          .map(async (name): Promise<StoredFile[]> => {
            const facts = await stat(at(`${folder}/${name}`)).catch(() => undefined)
            return facts?.isFile() ? [{ key: `${folder}/${name}`, writtenAt: facts.mtime }] : []
          }),
      )
      return files.flat()
    },
    remove: (key) => rm(at(key), { force: true }),
    removeFolder: (folder) => rm(at(folder), { recursive: true, force: true }),
    isPassing: (error) => FULL.includes(codeOf(error)),
  }
}

const FULL = ["ENOSPC", "EDQUOT", "EROFS"]

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : ""

function nothingThere(error: unknown): [] {
  if (codeOf(error) === "ENOENT") return []
  throw error
}

async function readIfThere(file: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined
    throw error
  }
}
