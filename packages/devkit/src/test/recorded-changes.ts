import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"

/** The maximum number of lines in the summary, including the line with the total. */
const MOST_LINES = 10

/**
 * Describes in at most ten lines how recorded files differ from the last commit, from the output of
 * `git diff --numstat`: the sum, then the files with the most changed lines.
 */
export function summarizeChanges(numstat: string): string[] {
  const files = numstat
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [added = "0", removed = "0", path = ""] = line.split("\t")
      return { added: Number(added), removed: Number(removed), path }
    })
    .sort((a, b) => b.added + b.removed - (a.added + a.removed))
  if (files.length === 0) return ["No recorded file differs from the last commit."]
  const sum = (of: "added" | "removed") => files.reduce((total, file) => total + file[of], 0)
  const top = `Recorded files that differ from the last commit: ${files.length}, +${sum("added")} −${sum("removed")} lines`
  const shown = files.slice(0, files.length < MOST_LINES ? MOST_LINES : MOST_LINES - 2)
  const more = files.length - shown.length
  return [
    top,
    ...shown.map(({ added, removed, path }) => `  +${added} −${removed}  ${path}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

/** Prints the summary for the files in these folders, new ones included. */
export function printChanges(root: string, folders: readonly string[]): void {
  const git = (...args: string[]) => spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout ?? ""
  const added = git("ls-files", "--others", "--exclude-standard", "--", ...folders)
    .split("\n")
    .filter(Boolean)
    .map((path) => `${readFileSync(join(root, path), "utf8").split("\n").length - 1}\t0\t${path}`)
  const changed = git("diff", "--numstat", "HEAD", "--", ...folders)
  console.log(summarizeChanges([changed.trimEnd(), ...added].join("\n")).join("\n"))
}
