import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"

/** Copies the files that Git tracks or would add from the working tree, and links the installed packages. */
export function copyTree(root: string, copy: string): void {
  const listed = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  })
  if (listed.status !== 0) throw new Error(`Git could not list the files of ${root}: ${listed.stderr}`)
  for (const file of listed.stdout.split("\0").filter(Boolean)) {
    // Deleted but not committed yet.
    if (!existsSync(join(root, file))) continue
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"))
}
