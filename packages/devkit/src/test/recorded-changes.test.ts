import { expect, it } from "vitest"
import { summarizeChanges } from "./recorded-changes.ts"

it("sums up what an update wrote, in at most ten lines, the most changed files first", () => {
  expect(summarizeChanges("1\t2\trecorded/a.txt\n30\t4\trecorded/b.txt\n")).toEqual([
    "Recorded files that differ from the last commit: 2, +31 −6 lines",
    "  +30 −4  recorded/b.txt",
    "  +1 −2  recorded/a.txt",
  ])
  for (const files of [8, 9, 10, 40]) {
    const lines = summarizeChanges(Array.from({ length: files }, (_, n) => `${n}\t1\t${n}.txt`).join("\n"))
    expect(lines.length).toBe(Math.min(files + 1, 10))
    expect(lines.at(-1)).toBe(files > 9 ? `  and ${files - 8} more` : "  +0 −1  0.txt")
  }
  expect(summarizeChanges("")).toEqual(["No recorded file differs from the last commit."])
})
