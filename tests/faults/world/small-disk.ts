import { spawnSync } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A folder on a separate disk that is small enough to be filled. */
export interface SmallDisk {
  folder: string
  fill(): void
  free(): void
  remove(): void
}

/** @throws if this user may not mount a disk, which only root may. */
export function smallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), "pushcart-small-disk-"))
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0711`, "tmpfs", folder])
  if (mounted.status !== 0)
    throw new Error(`A small disk needs the right to mount one (root): ${mounted.stderr.toString()}`)
  chmodSync(folder, 0o711)
  const ballast = join(folder, "ballast")
  return {
    folder,
    fill() {
      // Writes smaller and smaller pieces, until not a single byte is free.
      for (const piece of [1_048_576, 65_536, 4_096, 1])
        while (free(folder) > 0) {
          try {
            writeFileSync(ballast, "x".repeat(piece), { flag: "a" })
          } catch {
            break
          }
        }
    },
    free: () => rmSync(ballast, { force: true }),
    remove() {
      spawnSync("umount", ["-l", folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function free(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
