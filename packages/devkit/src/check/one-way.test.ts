import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { expect, it } from "vitest"

const ROOT = join(import.meta.dirname, "../../../..")
const PRODUCT = ["app", "core", "db", "party", "server", "workers"]

/** "One way" rules that no tool checks: a pattern for the other ways, and the files in which it is allowed. */
const ONE_WAY: Record<string, { spelled: string; only: string[] }> = {
  "cookies are written and read": {
    spelled: "samesite=|get\\(.cookie.\\)|document\\.cookie =|createCookie",
    only: ["app/page-cookies.ts", "core/cookies.ts"],
  },
  // Compression checks whether a body is available immediately; it has no timeout.
  "promises are timed out": { spelled: "Promise\\.race\\(", only: ["server/http/compression.ts"] },
  "hours and days are counted": { spelled: "\\b(3_?600_?000|86_?400_?000|86_400)\\b", only: [] },
}

it.each(Object.entries(ONE_WAY))("%s in one way", { tags: ["OPS-17"] }, (_, { spelled, only }) => {
  const { stdout } = spawnSync("git", ["grep", "-lEi", spelled, "--", ...PRODUCT], {
    cwd: ROOT,
    encoding: "utf8",
  })
  const found = stdout.split("\n").filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  expect(found.sort()).toEqual(only)
})
